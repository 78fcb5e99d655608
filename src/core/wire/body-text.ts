/**
 * JSON texts of the bodies of one conversation, as `JSON.stringify` writes them. Keeps the text of every element of the
 * list for as long as the element lives.
 */
export class BodyText {
  readonly #texts = new WeakMap<object, string>();

  stringify(body: object, field: string): string {
    const members = Object.entries(body).flatMap(([key, value]: [string, unknown]) => {
      const text = key === field && Array.isArray(value) ? this.#listText(value) : JSON.stringify(value);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
    return `{${members.join(',')}}`;
  }

  #listText(list: readonly unknown[]): string {
    return `[${list.map((element) => this.#textOf(element)).join(',')}]`;
  }

  #textOf(element: unknown): string {
    if (typeof element !== 'object' || element === null) return JSON.stringify(element) ?? 'null';
    let text = this.#texts.get(element);
    if (text === undefined) this.#texts.set(element, (text = JSON.stringify(element)));
    return text;
  }
}
