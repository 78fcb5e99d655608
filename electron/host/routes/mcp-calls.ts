import { FindContextFiles, type FolderOutlines, type FoundContextFiles } from '#contract/context-files.ts';
import { ApproveCall, McpSessionId } from '#contract/mcp-calls.ts';
import { AttachFolder, type AttachedFolders } from '#contract/mcp.ts';
import { findContextFiles } from '../mcp/context-files/find-context-files.ts';
import { outlineFolders } from '../mcp/context-files/outline-folders.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, type RouteCall, json, noContent } from '../base/route.ts';

function sessionIn({ param }: RouteCall): string {
  const parsed = McpSessionId.safeParse(param('session'));
  if (!parsed.success) throw new HostError('bad_request', 'A session id has 1 to 128 characters.');
  return parsed.data;
}

const foldersAnswer = (paths: readonly string[]) =>
  json({ folders: paths.map((path) => ({ path })) } satisfies AttachedFolders);

/** Routes for tool calls: consent, folders, and the MCP endpoint of each server. */
export function mcpCallRoutes({ mcp, events, leftRunning, windows }: HostServices): Route[] {
  const talk = async ({ request, param }: RouteCall) => (await mcp.server(param('id'))).endpoint.handle(request);

  return [
    {
      path: '/api/mcp/approvals',
      methods: {
        POST: async ({ request }) => {
          const call = await readJson(request, ApproveCall);
          return json(await mcp.allow(call, windows.answering(request, call.session)));
        },
      },
    },
    {
      path: '/api/mcp/turns/:turn',
      methods: {
        DELETE: ({ param }) => {
          mcp.endTurn(param('turn'));
          return noContent();
        },
      },
    },
    {
      path: '/api/mcp/rules',
      methods: {
        GET: async () => json({ rules: await mcp.rules() }),
        DELETE: async () => {
          await mcp.removeRules();
          return noContent();
        },
      },
    },
    {
      path: '/api/mcp/rules/:rule',
      methods: {
        DELETE: async ({ param }) => {
          await mcp.removeRule(param('rule'));
          return noContent();
        },
      },
    },
    {
      path: '/api/mcp/sessions/:session/folders',
      methods: {
        GET: async (call) => foldersAnswer(await mcp.folders.of(sessionIn(call))),
        POST: async (call) => {
          const { path, wide } = await readJson(call.request, AttachFolder);
          const session = sessionIn(call);
          const folders = await mcp.folders.attach(session, path, wide, windows.answering(call.request, session));
          // A folder adds its own configuration.
          events.emit({ type: 'config-changed' });
          return foldersAnswer(folders);
        },
      },
    },
    {
      path: '/api/mcp/sessions/:session/folders/detach',
      methods: {
        POST: async (call) => {
          const { path } = await readJson(call.request, AttachFolder.pick({ path: true }));
          const folders = await mcp.folders.detach(sessionIn(call), path);
          events.emit({ type: 'config-changed' });
          return foldersAnswer(folders);
        },
      },
    },
    {
      path: '/api/mcp/sessions/:session/context-files',
      methods: {
        POST: async (call) => {
          const wanted = await readJson(call.request, FindContextFiles);
          const files = await findContextFiles(mcp.folders, sessionIn(call), wanted, call.request.signal);
          return json({ files } satisfies FoundContextFiles);
        },
      },
    },
    {
      path: '/api/mcp/sessions/:session/outline',
      methods: {
        GET: async (call) => {
          const folders = await outlineFolders(mcp.folders, sessionIn(call), call.request.signal);
          return json({ folders } satisfies FolderOutlines);
        },
      },
    },
    {
      path: '/api/mcp/sessions/:session',
      methods: {
        DELETE: async (call) => {
          // First, while the session's folders still determine its configuration.
          await leftRunning.forget(sessionIn(call));
          await mcp.forgetSession(sessionIn(call));
          return noContent();
        },
      },
    },
    { path: '/api/mcp/:id', methods: { GET: talk, POST: talk, DELETE: talk } },
  ];
}
