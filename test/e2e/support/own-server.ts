/** The file of custom servers for the home of a Baton that uses the vendor at this port, which needs no key. */
export function connectionsTo(port: number, label: string): string {
  const server = {
    id: 'custom-0123456789ab',
    label,
    protocol: 'openai-chat',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    needsKey: false,
  };
  return JSON.stringify({ version: 1, servers: [server] });
}

/** What that vendor answers when it is asked for its models. */
export const modelList = (model: string): string =>
  JSON.stringify({ object: 'list', data: [{ id: model, object: 'model', created: 1, owned_by: 'test' }] });
