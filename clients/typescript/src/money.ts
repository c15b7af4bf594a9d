/**
 * An exact amount with two decimal places, kept as a whole number of hundredths: kobo, where the
 * currency is the naira. The API writes such amounts as decimal numbers.
 */
export class Money {
  private constructor(
    /** The amount in hundredths: kobo, where the currency is the naira. */
    readonly kobo: number,
  ) {
    if (!Number.isSafeInteger(kobo)) {
      throw new RangeError(`${kobo} is no whole number of kobo`);
    }
  }

  static ofKobo(kobo: number): Money {
    return new Money(kobo);
  }

  /** Of a decimal number as the API writes it, with at most two places. */
  static ofDecimal(amount: number): Money {
    return new Money(Math.round(amount * 100));
  }

  /** The decimal number that the API reads. */
  toJSON(): number {
    return this.kobo / 100;
  }

  /** With two decimal places: `3380.50`. */
  toString(): string {
    return (this.kobo / 100).toFixed(2);
  }
}
