import * as http from 'node:http';

type Env = Readonly<Record<string, string | undefined>>;

/** Servers on this machine are reached directly, whatever the proxy. */
const NEVER_PROXIED = 'localhost,127.0.0.1,[::1]';

/**
 * `fetch` for calls to vendors. Behind a company's proxy it uses what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say, which
 * Node leaves to the program (since 24.14; an older runtime connects directly). Sets this up for the whole process: to be called once, by a root.
 */
export function createOutgoingFetch(env: Env): (request: Request) => Promise<Response> {
  const secure = env['HTTPS_PROXY'] ?? env['https_proxy'];
  const plain = env['HTTP_PROXY'] ?? env['http_proxy'];
  if (secure || plain) {
    const except = env['NO_PROXY'] ?? env['no_proxy'];
    http.setGlobalProxyFromEnv?.({
      ...(secure ? { HTTPS_PROXY: secure } : {}),
      ...(plain ? { HTTP_PROXY: plain } : {}),
      NO_PROXY: except ? `${except},${NEVER_PROXIED}` : NEVER_PROXIED,
    });
  }
  return (request) => fetch(request);
}
