// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { builtinName } from '#ui/shared/servers/builtin-texts.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { render } from '../../support/render.tsx';

function Name({ id, label }: { id: string; label: string }) {
  return <p>{builtinName(useT('mcp'), { id, label })}</p>;
}

const shown = async (language: 'en' | 'ko', id: string, label: string) =>
  (await render(<Name id={id} label={label} />, language)).container.textContent;

it.each([
  ['en', 'builtin_shell_server', 'Shell', 'Commands'],
  ['ko', 'builtin_shell_server', 'Shell', '명령'],
  ['en', 'notes', 'Notes', 'Notes'],
  // What asks in the name of Baton's own.
  ['en', 'files-2', 'Files', 'Files (files-2)'],
  ['en', 'cmd', 'COM\u200bMANDS ', 'COM\u200bMANDS  (cmd)'],
  ['ko', 'x', '명령', '명령 (x)'],
] as const)('in %s the server %s with the name %j is called %j', async (language, id, label, name) => {
  expect(await shown(language, id, label)).toBe(name);
});
