import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { McpServer } from '#contract/mcp.ts';
import { emptyForm, formOf, readForm } from '#ui/features/tools/form-definition.ts';

const server = (definition: McpServer['definition']): McpServer => ({
  id: 's',
  label: 'Server',
  builtin: false,
  enabled: true,
  definition,
  hash: 'h',
  approved: true,
  trusted: false,
  health: { state: 'stopped', since: 0, reason: null, nextTry: null, crashes: 0 },
  name: null,
  version: null,
  instructions: null,
  tools: null,
  revision: 0,
  signedIn: false,
});

describe('the form of a server', () => {
  it('gives back what it was shown, whatever the arguments hold, and keeps stored values', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', ' ', '\\', '\n', '"', '[', ']', '한', '$', '-'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 6 }),
        fc.option(fc.constantFrom('/srv', 'C:\\new'), { nil: null }),
        (args, cwd) => {
          const definition = {
            kind: 'stdio' as const,
            command: 'npx',
            args,
            cwd,
            envNames: ['TOKEN'],
            steering: { PATH: '/bin' },
          };
          const read = readForm(formOf(server(definition)));
          expect(read).toEqual({
            ok: true,
            label: 'Server',
            definition: { kind: 'stdio', command: 'npx', args, cwd, env: { TOKEN: null, PATH: '/bin' } },
          });
        },
      ),
    );
  });

  it('keeps the headers of an address', () => {
    const read = readForm(
      formOf(server({ kind: 'http', url: 'https://a.example/mcp', headerNames: ['Authorization'], client: null })),
    );
    expect(read).toMatchObject({
      ok: true,
      definition: { kind: 'http', url: 'https://a.example/mcp', headers: { Authorization: null } },
    });
  });

  it('names what is missing or wrong', () => {
    const notes = { ...emptyForm(), label: ' notes', command: 'b' };
    expect(readForm(notes, ['Notes'])).toEqual({ ok: false, problems: { label: 'taken' } });
    expect(readForm(notes, ['Files'])).toMatchObject({ ok: true, label: 'notes' });
    expect(readForm(emptyForm())).toEqual({ ok: false, problems: { label: 'empty', command: 'empty' } });
    const http = { ...emptyForm(), label: 'A', kind: 'http' as const };
    expect(readForm({ ...http, url: 'file:///etc/passwd' })).toEqual({ ok: false, problems: { url: 'badUrl' } });
    const pair = { key: 0, name: 'BAD=NAME', value: 'x', stored: false };
    expect(readForm({ ...emptyForm(), label: 'A', command: 'b', pairs: [pair] })).toEqual({
      ok: false,
      problems: { pairs: 'badName' },
    });
    expect(readForm({ ...emptyForm(), label: 'A', command: 'b', pairs: [{ ...pair, name: '' }] })).toEqual({
      ok: false,
      problems: { pairs: 'badName' },
    });
  });
});
