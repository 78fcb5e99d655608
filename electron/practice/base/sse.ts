/** An event with a name, as Anthropic and the Responses API send it. */
export const namedEvent = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** Google ends its lines with CR LF. */
export const googleEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\r\n\r\n`;
