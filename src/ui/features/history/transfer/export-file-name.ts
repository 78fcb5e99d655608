import { safeName } from '#archive/render/base/file-names.ts';
import type { ExportFormat } from '#transfer/transfer-messages.ts';

const ENDINGS: Record<ExportFormat, string> = {
  archive: 'zip',
  markdown: 'md',
  html: 'html',
  json: 'json',
  text: 'txt',
};

/** A name that every system takes: of the one conversation, or of the day. Formats other than the archive are one file for one conversation and a zip for several. */
export function exportFileName(format: ExportFormat, title: string | null, now: Date): string {
  const ending = title === null ? 'zip' : ENDINGS[format];
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  const name = title === null ? '' : safeName(title, '');
  return `${name || `baton-${day.join('-')}`}.${ending}`;
}
