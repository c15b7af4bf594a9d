package kofa

import (
	"fmt"
	"strconv"
	"strings"
)

// Money is an exact amount with two decimal places, as a whole number of hundredths: kobo, where
// the currency is the naira. The API writes such amounts as decimal numbers.
type Money int64

// Kobo is the amount in hundredths.
func (m Money) Kobo() int64 {
	return int64(m)
}

// String has two decimal places: 3380.50.
func (m Money) String() string {
	sign, hundredths := "", int64(m)
	if hundredths < 0 {
		sign, hundredths = "-", -hundredths
	}
	return fmt.Sprintf("%s%d.%02d", sign, hundredths/100, hundredths%100)
}

// MarshalJSON writes the decimal number that the API reads.
func (m Money) MarshalJSON() ([]byte, error) {
	return []byte(m.String()), nil
}

// UnmarshalJSON reads a decimal number with at most two places, exactly.
func (m *Money) UnmarshalJSON(text []byte) error {
	number := string(text)
	if number == "null" {
		return nil
	}
	whole, decimals, _ := strings.Cut(number, ".")
	if len(decimals) > 2 {
		return fmt.Errorf("kofa: %q has more than two decimal places", number)
	}
	decimals += strings.Repeat("0", 2-len(decimals))
	hundredths, err := strconv.ParseInt(whole+decimals, 10, 64)
	if err != nil {
		return fmt.Errorf("kofa: %q is no amount: %w", number, err)
	}
	*m = Money(hundredths)
	return nil
}
