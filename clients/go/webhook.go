package kofa

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookTolerance is how far the clocks may be apart.
const WebhookTolerance = 5 * time.Minute

// ErrWebhook is wrapped by whatever VerifyWebhook finds wrong. Answer such a webhook with 400.
var ErrWebhook = errors.New("kofa: not a webhook of the server")

// WebhookEvent is something that happened.
type WebhookEvent struct {
	// ID is the same however often the event is sent: keep those that you have seen.
	ID        string          `json:"id"`
	Type      EventType       `json:"type"`
	Timestamp string          `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// VerifyWebhook gives the event of a webhook, if one of its signatures is right and it is recent,
// as standardwebhooks.com describes. Body is what came, byte for byte. Secrets are the endpoint's,
// whsec_…: several while one is replaced by another. Now is time.Now(), but for tests.
func VerifyWebhook(
	body []byte, header http.Header, now time.Time, secrets ...string,
) (*WebhookEvent, error) {
	id, sent := header.Get("webhook-id"), header.Get("webhook-timestamp")
	signatures := header.Get("webhook-signature")
	if id == "" || sent == "" || signatures == "" {
		return nil, fmt.Errorf("%w: a header is missing", ErrWebhook)
	}
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: its time is no number", ErrWebhook)
	}
	if apart := now.Sub(time.Unix(seconds, 0)); apart > WebhookTolerance || apart < -WebhookTolerance {
		return nil, fmt.Errorf("%w: too old, or a clock is wrong", ErrWebhook)
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return nil, errors.New("kofa: the secret is no base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + sent + "."))
		mac.Write(body)
		right := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, one := range strings.Split(signatures, " ") {
			if hmac.Equal([]byte(one), right) {
				event := &WebhookEvent{}
				err := json.Unmarshal(body, event)
				event.ID = id
				return event, err
			}
		}
	}
	return nil, fmt.Errorf("%w: no signature is right", ErrWebhook)
}
