import { safeName } from '#archive/render/base/file-names.ts';
import type { ExportFormat } from '#transfer/transfer-messages.ts';

const ENDINGS: Record<ExportFormat, string> = {
  archive: 'baton',
  markdown: 'md',
  html: 'html',
  json: 'json',
  text: 'txt',
};

/**
 * A file name that every system accepts, from the title of the single conversation or the date. Formats other than the
 * archive are a single file for one conversation and a zip for several.
 */
export function exportFileName(format: ExportFormat, title: string | null, now: Date): string {
  const ending = title === null && format !== 'archive' ? 'zip' : ENDINGS[format];
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  const name = title === null ? '' : safeName(title, '');
  return `${name || `baton-${day.join('-')}`}.${ending}`;
}
