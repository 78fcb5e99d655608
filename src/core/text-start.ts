/**
 * The first characters of a content, read without the white space before them, which comes back when they turn out to be
 * text. Takes time that grows with what is added: a model may write nothing but line breaks.
 */
export class TextStart {
  #space = '';
  #text = '';

  /** Returns the text so far, from its first visible character on. */
  add(delta: string): string {
    if (this.#text === '') {
      this.#text = delta.trimStart();
      this.#space += delta.slice(0, delta.length - this.#text.length);
    } else this.#text += delta;
    return this.#text;
  }

  /** With the white space before it. */
  get whole(): string {
    return this.#space + this.#text;
  }
}
