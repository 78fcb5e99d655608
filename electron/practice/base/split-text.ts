const WORDS = /\s*\S{1,12}\s?/gu;

/**
 * Splits a text into the pieces in which it is streamed: about a word each, at most a dozen characters, without
 * splitting a character. Joined they are the text.
 */
export function* splitText(text: string): Generator<string> {
  let at = 0;
  for (const [piece] of text.matchAll(WORDS)) {
    yield piece;
    at += piece.length;
  }
  if (at < text.length) yield text.slice(at);
}

/** Splits a call's arguments into pieces of their own size. */
export function* splitJson(json: string): Generator<string> {
  for (const [piece] of json.matchAll(/.{1,7}/gsu)) yield piece;
}
