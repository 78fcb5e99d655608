const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Reads server-sent events from text that arrives in pieces, and returns the data of each on one line. */
class EventReader {
  #line: string[] = [];
  #data: string[] = [];
  #afterReturn = false;

  push(text: string): string[] {
    const events: string[] = [];
    let from = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
      const splitsPair = index === 0 && end === '\n' && this.#afterReturn;
      if (!splitsPair) {
        this.#line.push(text.slice(from, index));
        this.#take(events);
      }
      from = index + end.length;
    }
    if (from < text.length) this.#line.push(text.slice(from));
    if (text !== '') this.#afterReturn = text.endsWith('\r');
    return events;
  }

  /** The last event may lack the empty line after it, but a body that breaks off may not. */
  end(): string[] {
    const events = this.push('\n\n');
    return events.filter(isJson);
  }

  #take(events: string[]): void {
    const line = this.#line.join('');
    this.#line = [];
    if (line !== '') {
      const value = /^data(?::|$)/.test(line) ? line.slice('data:'.length) : null;
      if (value !== null) this.#data.push(value.replace(/^ /, ''));
    } else if (this.#data.length > 0) {
      // In JSON a line break is white space.
      events.push(this.#data.join(' '));
      this.#data = [];
    }
  }
}

/**
 * Google's SDK reads only events that are one `data` line and an empty line. Gateways also send comments, other fields
 * and data on several lines. Returns a response whose events are in the form that the SDK reads.
 */
export function plainEvents(response: Response): Response {
  const { ok, body, headers, status, statusText } = response;
  if (!ok || !body || /\bjson\b/i.test(headers.get('content-type') ?? '')) return response;
  const events = new EventReader();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  // A transform would drop what it holds when the connection breaks.
  const plain = new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        let found: string[] = [];
        while (found.length === 0) {
          const { done, value } = await reader.read();
          found = done
            ? [...events.push(decoder.decode()), ...events.end()]
            : events.push(decoder.decode(value, { stream: true }));
          for (const event of found) out.enqueue(encoder.encode(`data: ${event}\n\n`));
          if (done) return out.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(plain, { status, statusText, headers });
}
