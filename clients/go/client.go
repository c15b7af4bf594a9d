// Package kofa is the client of a Kofa server: IPO subscriptions, proof of address, business
// registry.
package kofa

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
)

const (
	backoff    = 500 * time.Millisecond
	backoffMax = 8 * time.Second
)

// Client calls the products of a server with one tenant key. Goroutines may share it. Change its
// fields before its first call.
type Client struct {
	// Environment to call: the key's only one if empty, else the sandbox.
	Environment Environment
	// ServiceURLs of products with a host of their own, by group: ipo, proofOfAddress,
	// businessRegistry, account.
	ServiceURLs map[string]string
	// Timeout of one attempt: a minute in a new client.
	Timeout time.Duration
	// MaxRetries after the first attempt, where that is safe: 2 in a new client.
	MaxRetries int
	// MaxRetryWait is the longest Retry-After that is waited for and not returned: 20 s in a new
	// client.
	MaxRetryWait time.Duration
	// HTTPClient sends the requests.
	HTTPClient *http.Client

	Ipo              *IpoAPI
	ProofOfAddress   *ProofOfAddressAPI
	BusinessRegistry *BusinessRegistryAPI
	Account          *AccountAPI

	// A function, so that no format prints the key.
	apiKey  func() string
	baseURL string
}

// New makes a client of the server at baseURL, which may have a path.
func New(apiKey, baseURL string) *Client {
	client := &Client{
		Timeout: time.Minute, MaxRetries: 2, MaxRetryWait: 20 * time.Second,
		apiKey: func() string { return apiKey }, baseURL: baseURL,
		// A redirect would take the key elsewhere.
		HTTPClient: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
	}
	client.Ipo = &IpoAPI{client}
	client.ProofOfAddress = &ProofOfAddressAPI{client}
	client.BusinessRegistry = &BusinessRegistryAPI{client}
	client.Account = &AccountAPI{client}
	return client
}

// Response is an answer that succeeded.
type Response[T any] struct {
	Data T
	// Status is 202 where the outcome is not known yet.
	Status int
	// RequestID names the call, and what it made or read.
	RequestID string
	// Message is the server's word for people, where there is one.
	Message string
	// ChargedKobo is what the call cost; nil where nothing has a price.
	ChargedKobo *int64
	// BalanceKobo is what the wallet has available after it.
	BalanceKobo *int64
	// IsReplay says whether this is the first answer to an earlier call with the same idempotency
	// key.
	IsReplay bool
	Header   http.Header
}

// Option changes one call.
type Option func(*options)

type options struct {
	idempotencyKey string
	environment    Environment
	timeout        time.Duration
	maxRetries     int
}

// WithIdempotencyKey names an effect: the same key and body are carried out once. Without it, each
// call gets a new key.
func WithIdempotencyKey(key string) Option {
	return func(o *options) { o.idempotencyKey = key }
}

// WithEnvironment calls this environment.
func WithEnvironment(environment Environment) Option {
	return func(o *options) { o.environment = environment }
}

// WithTimeout limits each attempt; the context limits the call.
func WithTimeout(timeout time.Duration) Option {
	return func(o *options) { o.timeout = timeout }
}

// WithMaxRetries sets the repetitions after the first attempt.
func WithMaxRetries(retries int) Option {
	return func(o *options) { o.maxRetries = retries }
}

// Ptr makes a pointer of a value, for optional fields.
func Ptr[T any](value T) *T {
	return &value
}

// FileUpload is a file to send.
type FileUpload struct {
	Content []byte
	// Name is told in the record of a job. In the sandbox, reserved names choose the outcome.
	Name string
	// Type is the media type. The server looks at the first bytes whatever it says.
	Type string
}

// call is a call as the methods describe it.
type call struct {
	group, method, path string
	query               url.Values
	headers             map[string]string
	json, form          any
	accept              string
	// enveloped: the answer is in data of an envelope.
	enveloped bool
	// idempotent: takes an idempotency key.
	idempotent bool
	// repeatable: may be sent again when nobody knows what became of it.
	repeatable bool
}

func send[T any](
	ctx context.Context, client *Client, c *call, opts []Option,
) (*Response[T], error) {
	chosen := options{
		environment: client.Environment, timeout: client.Timeout, maxRetries: client.MaxRetries,
	}
	for _, one := range opts {
		one(&chosen)
	}
	body, contentType, err := c.body()
	if err != nil {
		return nil, err
	}
	header := client.header(c, &chosen, contentType)
	for attempt := 0; ; attempt++ {
		answer, content, err := client.once(ctx, c, header, body, chosen.timeout)
		if err == nil {
			return responseOf[T](c, answer, content)
		}
		wait, again := pause(err, attempt, c.repeatable, client.MaxRetryWait)
		if !again || attempt >= chosen.maxRetries || ctx.Err() != nil {
			return nil, err
		}
		if sleep(ctx, wait) != nil {
			return nil, err
		}
	}
}

func (client *Client) header(c *call, chosen *options, contentType string) http.Header {
	header := http.Header{}
	for name, value := range c.headers {
		header.Set(name, value)
	}
	header.Set("X-API-Key", client.apiKey())
	header.Set("User-Agent", "kofa-go/"+Version)
	header.Set("Accept", "application/json")
	if c.accept != "" {
		header.Set("Accept", c.accept)
	}
	if chosen.environment != "" {
		header.Set("X-Environment", string(chosen.environment))
	}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	if c.idempotent {
		if chosen.idempotencyKey == "" {
			chosen.idempotencyKey = newKey()
		}
		header.Set("Idempotency-Key", chosen.idempotencyKey)
	}
	return header
}

func (client *Client) once(
	ctx context.Context, c *call, header http.Header, body []byte, timeout time.Duration,
) (*http.Response, []byte, error) {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	base, has := client.ServiceURLs[c.group]
	if !has {
		base = client.baseURL
	}
	address := strings.TrimRight(base, "/") + c.path
	if len(c.query) > 0 {
		address += "?" + c.query.Encode()
	}
	request, err := http.NewRequestWithContext(limited, c.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	request.Header = header.Clone()
	// The transport must not send a call again by itself: only pause knows whether that is safe.
	request.GetBody = nil
	answer, err := client.HTTPClient.Do(request)
	if err != nil {
		return nil, nil, &ConnectionError{Timeout: limited.Err() != nil, Err: err}
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, nil, &ConnectionError{Timeout: limited.Err() != nil, Err: err}
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return nil, nil, errorOf(answer.StatusCode, answer.Header, content)
	}
	return answer, content, nil
}

// pause says how long to wait before another attempt, and whether there may be one.
func pause(
	failure error, attempt int, repeatable bool, longest time.Duration,
) (time.Duration, bool) {
	most := math.Min(float64(backoffMax), float64(backoff)*math.Pow(2, float64(attempt)))
	jittered := time.Duration(most * (1 + chance()) / 2)
	var refused *APIError
	if !errors.As(failure, &refused) {
		return jittered, repeatable
	}
	switch {
	case refused.RetryAfter != nil &&
		(refused.Status == 409 || refused.Status == 429 || refused.Status == 503):
		// The server asks for it only where nothing was done.
		asked := time.Duration(*refused.RetryAfter) * time.Second
		return asked + time.Duration(chance()*float64(250*time.Millisecond)), asked <= longest
	case refused.Status == 500:
		return jittered, repeatable
	}
	// Without a code, something between the server and us answered.
	isBetween := refused.Code == "unknown" && refused.Status >= 502 && refused.Status <= 504
	return jittered, repeatable && isBetween
}

func responseOf[T any](c *call, answer *http.Response, content []byte) (*Response[T], error) {
	header := answer.Header
	response := &Response[T]{
		Status: answer.StatusCode, RequestID: header.Get("X-Request-Id"), Header: header,
		ChargedKobo: number(header.Get("X-Charge-Amount")),
		BalanceKobo: number(header.Get("X-Wallet-Balance")),
		IsReplay:    header.Get("Idempotency-Replayed") == "true",
	}
	if file, is := any(&response.Data).(*[]byte); is {
		*file = content
		return response, nil
	}
	var body struct {
		Message string
		Data    json.RawMessage
	}
	// Only an envelope must have these.
	err := json.Unmarshal(content, &body)
	response.Message = body.Message
	if c.enveloped && err == nil {
		content = body.Data
	}
	if err := json.Unmarshal(content, &response.Data); err != nil {
		return nil, fmt.Errorf("kofa: the answer of request %s: %w", response.RequestID, err)
	}
	return response, nil
}

func number(text string) *int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil
	}
	return &value
}

func (c *call) body() ([]byte, string, error) {
	if c.json != nil && !reflect.ValueOf(c.json).IsNil() {
		body, err := json.Marshal(c.json)
		return body, "application/json", err
	}
	if c.form == nil {
		return nil, "", nil
	}
	return multipartOf(c.form)
}

// multipartOf writes the file of a form, and its other fields as texts.
func multipartOf(form any) ([]byte, string, error) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	given := reflect.ValueOf(form).Elem().FieldByName("File")
	if file, is := given.Interface().(*FileUpload); is && file != nil {
		if err := filePart(writer, file); err != nil {
			return nil, "", err
		}
	}
	text, err := json.Marshal(form)
	if err != nil {
		return nil, "", err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, "", err
	}
	for name, value := range fields {
		var plain string
		if json.Unmarshal(value, &plain) != nil {
			plain = string(value)
		}
		if err := writer.WriteField(name, plain); err != nil {
			return nil, "", err
		}
	}
	err = writer.Close()
	return body.Bytes(), writer.FormDataContentType(), err
}

func filePart(writer *multipart.Writer, file *FileUpload) error {
	kind := file.Type
	if kind == "" {
		kind = "application/octet-stream"
	}
	name := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "").Replace(file.Name)
	part, err := writer.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename="%s"`, name)},
		"Content-Type":        {kind},
	})
	if err == nil {
		_, err = part.Write(file.Content)
	}
	return err
}

// setQuery adds a value or what a pointer points to; nothing for nil.
func setQuery(query url.Values, name string, value any) {
	of := reflect.ValueOf(value)
	if of.Kind() == reflect.Pointer {
		if of.IsNil() {
			return
		}
		of = of.Elem()
	}
	query.Set(name, fmt.Sprint(of.Interface()))
}

// chance is a random number from 0 to 1. That of math/rand is the same in every program that was
// built with Go 1.19.
func chance() float64 {
	b := random()
	return float64(binary.BigEndian.Uint32(b[:])) / math.MaxUint32
}

func random() (b [16]byte) {
	if _, err := rand.Read(b[:]); err != nil {
		panic("kofa: no randomness: " + err.Error())
	}
	return b
}

// newKey is a random UUID.
func newKey() string {
	b := random()
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func waitFor[T any](
	ctx context.Context, interval time.Duration, pending []string,
	look func() (*Response[T], string, error),
) (*Response[T], error) {
	state := "unknown"
	for {
		answer, now, err := look()
		if err != nil && ctx.Err() != nil {
			// The limit, not the look, is over.
			return nil, fmt.Errorf("kofa: still %s: %w", state, ctx.Err())
		}
		if err != nil {
			return nil, err
		}
		state = now
		isPending := false
		for _, one := range pending {
			isPending = isPending || one == state
		}
		if !isPending {
			return answer, nil
		}
		wait := interval
		if wait == 0 {
			wait = time.Second
			if proposed := seconds(answer.Header); proposed != nil {
				wait = time.Duration(*proposed) * time.Second
			}
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, fmt.Errorf("kofa: still %s: %w", state, err)
		}
	}
}
