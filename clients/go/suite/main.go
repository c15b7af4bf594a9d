// Command suite runs the cases of a file with the client; it prints a line of JSON for each step.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"kofa.example/kofa"
)

var errUnknown = errors.New("no such call")

type object = map[string]any

type testCase struct {
	Name   string `json:"name"`
	Client struct {
		APIKey         string            `json:"apiKey"`
		BaseURL        string            `json:"baseUrl"`
		ServiceURLs    map[string]string `json:"serviceUrls"`
		MaxRetries     *int              `json:"maxRetries"`
		TimeoutMs      int               `json:"timeoutMs"`
		MaxRetryWaitMs int               `json:"maxRetryWaitMs"`
	} `json:"client"`
	Steps []json.RawMessage `json:"steps"`
}

type file struct {
	Content []byte `json:"content"`
	Name    string `json:"name"`
	Type    string `json:"type"`
}

func (f *file) upload() *kofa.FileUpload {
	if f == nil {
		return nil
	}
	return &kofa.FileUpload{Content: f.Content, Name: f.Name, Type: f.Type}
}

type step struct {
	Call     string          `json:"call"`
	Iterate  string          `json:"iterate"`
	Wait     string          `json:"wait"`
	As       string          `json:"as"`
	Path     []string        `json:"path"`
	Params   json.RawMessage `json:"params"`
	Body     json.RawMessage `json:"body"`
	File     *file           `json:"file"`
	Take     int             `json:"take"`
	Parallel int             `json:"parallel"`
	Step     *step           `json:"step"`
	Options  struct {
		IdempotencyKey string `json:"idempotencyKey"`
		Environment    string `json:"environment"`
		TimeoutMs      int    `json:"timeoutMs"`
		LimitMs        int    `json:"limitMs"`
		IntervalMs     int    `json:"intervalMs"`
	} `json:"options"`
	Verify *struct {
		Body    string            `json:"body"`
		Headers map[string]string `json:"headers"`
		Secret  string            `json:"secret"`
		Now     int64             `json:"now"`
	} `json:"verify"`
}

func milliseconds(number int) time.Duration {
	return time.Duration(number) * time.Millisecond
}

func (s *step) interval() time.Duration {
	return milliseconds(s.Options.IntervalMs)
}

func (s *step) options() []kofa.Option {
	var made []kofa.Option
	if s.Options.IdempotencyKey != "" {
		made = append(made, kofa.WithIdempotencyKey(s.Options.IdempotencyKey))
	}
	if s.Options.Environment != "" {
		made = append(made, kofa.WithEnvironment(kofa.Environment(s.Options.Environment)))
	}
	if s.Options.TimeoutMs > 0 {
		made = append(made, kofa.WithTimeout(milliseconds(s.Options.TimeoutMs)))
	}
	return made
}

// read fills a value from JSON, if there is any.
func read(text json.RawMessage, value any) {
	if len(text) > 0 {
		if err := json.Unmarshal(text, value); err != nil {
			panic(err)
		}
	}
}

func told[T any](answer *kofa.Response[T], err error) (any, error) {
	if err != nil {
		return nil, err
	}
	made := object{
		"status": answer.Status, "requestId": answer.RequestID, "message": answer.Message,
		"chargedKobo": answer.ChargedKobo, "balanceKobo": answer.BalanceKobo,
		"isReplay": answer.IsReplay, "data": answer.Data,
	}
	if bytes, is := any(answer.Data).([]byte); is {
		delete(made, "data")
		made["bytes"], made["head"] = len(bytes), string(bytes[:4])
	}
	return made, nil
}

func taken[T any](ctx context.Context, take int, items *kofa.Iterator[T]) (any, error) {
	found := []T{}
	for (take == 0 || len(found) < take) && items.Next(ctx) {
		found = append(found, *items.Item())
	}
	return object{"items": found}, items.Err()
}

func run(client *kofa.Client, s *step) (any, error) {
	ctx := context.Background()
	switch {
	case s.Parallel > 0:
		outcomes := make([]object, s.Parallel)
		var group sync.WaitGroup
		for i := range outcomes {
			group.Add(1)
			go func(i int) {
				defer group.Done()
				outcomes[i] = outcome(client, s.Step)
			}(i)
		}
		group.Wait()
		return object{"outcomes": outcomes}, nil
	case s.Verify != nil:
		header := http.Header{}
		for name, value := range s.Verify.Headers {
			header.Set(name, value)
		}
		now := time.Unix(s.Verify.Now, 0)
		event, err := kofa.VerifyWebhook([]byte(s.Verify.Body), header, now, s.Verify.Secret)
		return object{"event": event}, err
	case s.Iterate != "":
		return iterateByName(ctx, client, s)
	case s.Wait != "":
		s.Call = s.Wait
		limit := 5 * time.Minute
		if s.Options.LimitMs > 0 {
			limit = milliseconds(s.Options.LimitMs)
		}
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return callByName(limited, client, s)
	}
	return callByName(ctx, client, s)
}

func failed(err error) object {
	var refused *kofa.APIError
	var broken *kofa.ConnectionError
	switch {
	case errors.As(err, &refused):
		faults := []object{}
		for _, it := range refused.Faults {
			faults = append(faults, object{"code": it.Code, "field": it.Field, "message": it.Message,
				"docUrl": it.DocURL, "details": it.Details})
		}
		return object{"kind": refused.Kind, "status": refused.Status, "code": refused.Code,
			"message": refused.Message, "requestId": refused.RequestID, "faults": faults,
			"retryAfter": refused.RetryAfter}
	case errors.As(err, &broken):
		return object{"kind": "connection", "isTimeout": broken.Timeout, "message": err.Error()}
	case errors.Is(err, kofa.ErrWebhook):
		return object{"kind": "webhook"}
	case errors.Is(err, context.DeadlineExceeded):
		return object{"kind": "wait"}
	}
	panic(err)
}

func outcome(client *kofa.Client, s *step) object {
	start := time.Now()
	answer, err := run(client, s)
	made := object{}
	if err != nil {
		made["error"] = failed(err)
	} else {
		text, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		read(text, &made)
	}
	made["elapsedMs"] = time.Since(start).Milliseconds()
	return made
}

// filled puts in what "$step.data.id" stands for.
func filled(value any, saved object) any {
	switch of := value.(type) {
	case string:
		if !strings.HasPrefix(of, "$") {
			return of
		}
		path := strings.Split(of[1:], ".")
		var at any = saved
		for _, part := range path {
			switch inside := at.(type) {
			case object:
				if _, has := inside[part]; !has {
					return of
				}
				at = inside[part]
			case []any:
				position, err := strconv.Atoi(part)
				if err != nil {
					panic(err)
				}
				at = inside[position]
			}
		}
		return at
	case []any:
		for i := range of {
			of[i] = filled(of[i], saved)
		}
	case object:
		for name := range of {
			of[name] = filled(of[name], saved)
		}
	}
	return value
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var cases []testCase
	read(text, &cases)
	out := json.NewEncoder(os.Stdout)
	for _, one := range cases {
		client := kofa.New(one.Client.APIKey, one.Client.BaseURL)
		client.ServiceURLs = one.Client.ServiceURLs
		if one.Client.MaxRetries != nil {
			client.MaxRetries = *one.Client.MaxRetries
		}
		if one.Client.TimeoutMs > 0 {
			client.Timeout = milliseconds(one.Client.TimeoutMs)
		}
		saved := object{}
		for position, raw := range one.Steps {
			var value any
			read(raw, &value)
			text, _ := json.Marshal(filled(value, saved))
			s := &step{}
			read(text, s)
			made := outcome(client, s)
			if s.As != "" {
				saved[s.As] = made
			}
			made["case"], made["step"] = one.Name, position
			if err := out.Encode(made); err != nil {
				panic(err)
			}
		}
	}
}
