/*
 * Loaded before the suite. The suite starts a client for each scenario; here that is a request to the driver in the
 * test, so no scenario costs a process.
 */
import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

const { BATON_DRIVER = '' } = process.env;

async function askDriver(client, url, { MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT = '{}' }) {
  const task = { url, scenario: MCP_CONFORMANCE_SCENARIO, context: JSON.parse(MCP_CONFORMANCE_CONTEXT) };
  const answer = await fetch(BATON_DRIVER, { method: 'POST', body: JSON.stringify(task) });
  client.stderr.emit('data', await answer.text());
  client.emit('close', answer.ok ? 0 : 1);
}

childProcess.spawn = (_command, args, { env }) => {
  const streams = { stdout: new EventEmitter(), stderr: new EventEmitter(), kill: () => true };
  const client = Object.assign(new EventEmitter(), streams);
  askDriver(client, args.at(-1), env).catch((error) => client.emit('error', error));
  return client;
};
syncBuiltinESMExports();
