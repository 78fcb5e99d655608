import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type HttpMcp, startHttpMcp } from '../../../tools/support/http-server.ts';

/** Serves an MCP program for stdio over streamable HTTP, with one process per session. */
export async function serveOverHttp(args: string[], env: Record<string, string> = {}): Promise<HttpMcp> {
  const children: StdioClientTransport[] = [];
  const served = await startHttpMcp(() => ({
    async connect(transport) {
      const child = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
      children.push(child);
      Object.assign(transport, { onmessage: (message: JSONRPCMessage) => void child.send(message) });
      Object.assign(child, { onmessage: (message: JSONRPCMessage) => void transport.send(message) });
      await child.start();
      await transport.start();
    },
  }));
  return {
    ...served,
    async close() {
      await Promise.all(children.map((child) => child.close()));
      await served.close();
    },
  };
}
