package kofa

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Kind is the kind of an answer that is a failure; it follows the HTTP status.
type Kind string

const (
	// KindAuthentication (401): the key is missing, wrong, expired or revoked.
	KindAuthentication Kind = "authentication"
	// KindInsufficientBalance (402): the wallet cannot pay.
	KindInsufficientBalance Kind = "insufficientBalance"
	// KindPermission (403): the key or the tenant may not do this.
	KindPermission Kind = "permission"
	// KindNotFound (404 and 410): there is no such thing, or no longer.
	KindNotFound Kind = "notFound"
	// KindConflict (409): it stands against something that is there.
	KindConflict Kind = "conflict"
	// KindValidation (400, 413, 415 and 422): the request is wrong; Faults has every field.
	KindValidation Kind = "validation"
	// KindRateLimit (429): too many calls.
	KindRateLimit Kind = "rateLimit"
	// KindServer (5xx): the server or a source behind it failed. Nothing was charged.
	KindServer Kind = "server"
	// KindOther is any other status.
	KindOther Kind = "other"
)

// APIError is an answer that is a failure. Find it with errors.As.
type APIError struct {
	Status int
	Kind   Kind
	// Code is the first fault's, one of the Code constants; "unknown" where something between
	// answered.
	Code    string
	Message string
	// Faults are all that is wrong, in the order of the answer.
	Faults []Fault
	// RequestID names the call; tell it to whoever runs the server.
	RequestID string
	// RetryAfter is the number of seconds after which another try may help; nil where none does.
	RetryAfter *int
	Header     http.Header
}

// Fault is one fault of a request.
type Fault struct {
	Code    string
	Message string
	// Field at fault; empty if it is none.
	Field string
	// DocURL is the code's page in the reference.
	DocURL string
	// Details are what else the server told, such as "shortfall" in kobo or "requiredScope".
	Details map[string]any
}

func (e *APIError) Error() string {
	return fmt.Sprintf("kofa: %s (%d %s, request %s)", e.Message, e.Status, e.Code, e.RequestID)
}

// Of are the faults of one field.
func (e *APIError) Of(field string) []Fault {
	var found []Fault
	for _, one := range e.Faults {
		if one.Field == field {
			found = append(found, one)
		}
	}
	return found
}

// ConnectionError says that no answer came: the network failed, or the time of an attempt was over.
type ConnectionError struct {
	Timeout bool
	Err     error
}

func (e *ConnectionError) Error() string {
	return "kofa: no answer: " + e.Err.Error()
}

func (e *ConnectionError) Unwrap() error {
	return e.Err
}

func kindOf(status int) Kind {
	switch status {
	case 401:
		return KindAuthentication
	case 402:
		return KindInsufficientBalance
	case 403:
		return KindPermission
	case 404, 410:
		return KindNotFound
	case 409:
		return KindConflict
	case 400, 413, 415, 422:
		return KindValidation
	case 429:
		return KindRateLimit
	}
	if status >= 500 {
		return KindServer
	}
	return KindOther
}

func errorOf(status int, header http.Header, text []byte) *APIError {
	var body struct {
		Message, Detail, Code string
		Errors                []map[string]any
	}
	// What is no JSON of the server's leaves the body empty.
	_ = json.Unmarshal(text, &body)
	failure := &APIError{
		Status: status, Kind: kindOf(status), Code: body.Code, Message: body.Detail,
		RequestID: header.Get("X-Request-Id"), RetryAfter: seconds(header), Header: header,
	}
	for _, one := range body.Errors {
		failure.Faults = append(failure.Faults, faultOf(one))
	}
	if failure.Message == "" {
		failure.Message = body.Message
	}
	if len(failure.Faults) > 0 && failure.Code == "" {
		failure.Code = failure.Faults[0].Code
	}
	if failure.Code == "" {
		failure.Code = "unknown"
	}
	if failure.Message == "" {
		failure.Message = fmt.Sprintf("The server answered with %d.", status)
	}
	return failure
}

func faultOf(body map[string]any) Fault {
	take := func(name string) string {
		text, _ := body[name].(string)
		delete(body, name)
		return text
	}
	fault := Fault{Code: take("code"), Message: take("message"), Field: take("field")}
	fault.DocURL = take("docUrl") + take("doc_url")
	fault.Details = body
	return fault
}

// seconds of Retry-After; the server never sends a date.
func seconds(header http.Header) *int {
	number, err := strconv.ParseUint(strings.TrimSpace(header.Get("Retry-After")), 10, 31)
	if err != nil {
		return nil
	}
	return Ptr(int(number))
}
