import type { ImportMcp, McpImportPreview, McpPasteInput, McpPasteProblem } from '#contract/mcp-imports.ts';
import { reasonText } from '#core/reasons.ts';
import { HostError } from '../base/problem.ts';
import type { Folders } from './builtin/workspace/folders.ts';
import type { BundleStore } from './bundles/bundle-store.ts';
import type { OtherApps } from './registry/other-apps.ts';
import { fillServer } from './registry/placeholders.ts';
import { previewPaste } from './registry/preview-paste.ts';
import { readPaste } from './registry/read-paste.ts';
import type { ServerFile } from './registry/server-file.ts';

/** Servers that come from a text or a file. They are shown first and added in one step, off and unapproved (S44). */
export interface Imports {
  preview(source: ImportMcp['source']): Promise<McpImportPreview>;
  /** Adds all of them, or none. */
  add(given: ImportMcp): Promise<Awaited<ReturnType<ServerFile['addAll']>> & { problems: McpPasteProblem[] }>;
}

export interface ImportDeps {
  file: Pick<ServerFile, 'addAll'>;
  otherApps: OtherApps;
  bundles: Pick<BundleStore, 'read'>;
  folders: Pick<Folders, 'newest'>;
  /** Throws for an address where no server may be. */
  checkAddress: (url: string) => void;
}

export function createImports({ file, otherApps, bundles, folders, checkAddress }: ImportDeps): Imports {
  async function read(source: ImportMcp['source']) {
    const read =
      'bundle' in source
        ? await bundles.read(source.bundle)
        : readPaste('text' in source ? source.text : await otherApps.read(source.file));
    return previewPaste(read, checkAddress, (await folders.newest()) ?? '');
  }

  return {
    async preview(source) {
      const { servers, asks, problems } = await read(source);
      return {
        servers: servers.map(({ label, definition: { kind }, lines, settings }) => ({
          label,
          kind,
          lines,
          ...settings,
        })),
        asks,
        problems,
      };
    },
    async add({ source, answers }) {
      const { servers, asks, problems } = await read(source);
      const open = asks.find((ask) => !isAnswered(ask, answers));
      if (open) throw new HostError('bad_request', reasonText('server.valueOpen', { token: open.token }));
      const filled = servers.map((server) => fillServer(server, asks, answers));
      for (const { definition } of filled) if (definition.kind !== 'stdio') checkAddress(definition.url);
      return { ...(await file.addAll(filled)), problems };
    },
  };
}

function isAnswered({ token, optional }: McpPasteInput, answers: Readonly<Record<string, string>>): boolean {
  return optional || (answers[token] ?? '').trim() !== '';
}
