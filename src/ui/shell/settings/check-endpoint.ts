export type EndpointProblem = 'empty' | 'notUrl' | 'credentials' | 'query' | 'tooLong' | 'plainHttp';

const MAX = 2048;

/** Names that can't exist on the open internet. The host makes the final decision; this check only answers sooner. */
const LOCAL =
  /^(localhost|.*\.localhost|[^.]+|.*\.(local|lan|home|internal|intranet)|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+|\[.*\])$/;

/** What is wrong with a base URL that the user typed; `null` when it can be tried. */
export function checkEndpoint(text: string): EndpointProblem | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (trimmed.length > MAX) return 'tooLong';
  if (!/^https?:\/\/[^/]/i.test(trimmed) || !URL.canParse(trimmed)) return 'notUrl';
  const url = new URL(trimmed);
  if (url.username || url.password) return 'credentials';
  if (url.search || url.hash) return 'query';
  return url.protocol === 'http:' && !LOCAL.test(url.hostname) ? 'plainHttp' : null;
}
