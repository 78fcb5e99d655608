/** Formats an event with a name, as Anthropic and the Responses API send it. */
export const namedEvent = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** Formats an event with CR LF line ends, as Google sends it. */
export const googleEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\r\n\r\n`;
