import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeSearxng {
  address: string;
  /** Searches that arrived. */
  queries: string[];
  /** From now on it answers as one that has JSON switched off. */
  refuseJson(): void;
  close(): void;
}

/** Answers like SearXNG 2026.11: `GET /search?q=…&format=json`. */
export async function serveSearxng(results: readonly object[]): Promise<FakeSearxng> {
  const queries: string[] = [];
  let refuses = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://searxng');
    const fits = request.method === 'GET' && url.pathname === '/search' && url.searchParams.get('format') === 'json';
    if (!fits || refuses) {
      response.writeHead(refuses ? 403 : 404).end();
      return;
    }
    const query = url.searchParams.get('q') ?? '';
    queries.push(query);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ query, number_of_results: 0, results, answers: [], unresponsive_engines: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    queries,
    refuseJson: () => (refuses = true),
    close: () => void server.close(),
  };
}
