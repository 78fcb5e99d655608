import { FileUp } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import type { McpImportPreview, McpPasteProblem } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { DefinitionLines } from '#ui/shared/servers/definition-lines.tsx';
import { firstAnswers, unansweredInputs, PasteInputs, type PasteAnswers } from './paste-inputs.tsx';
import { ProblemNotice } from '#ui/shared/servers/problem-notice.tsx';
import field from '#ui/kit/controls/field.module.css';
import secrets from '#ui/shared/secrets/secrets.module.css';
import css from './paste-form.module.css';

/** As the host parsed it. */
const MAX_LENGTH = 60_000;

/** Where other clients store their servers (their documentation, 2026-11). */
const PLACES: readonly (readonly [app: string, place: string])[] = [
  ['Claude Desktop', 'claude_desktop_config.json'],
  ['Claude Code', '.mcp.json'],
  ['Cursor', '~/.cursor/mcp.json'],
  ['VS Code', '.vscode/mcp.json'],
  ['Windsurf', '~/.codeium/windsurf/mcp_config.json'],
  ['Gemini CLI', '~/.gemini/settings.json'],
  ['LM Studio', '~/.lmstudio/mcp.json'],
  ['Zed', '~/.config/zed/settings.json'],
  ['opencode', '~/.config/opencode/opencode.json'],
];

/** Shows how pasted text was understood before anything is stored. New servers start switched off. */
export function PasteForm({ onDone }: { onDone: () => void }) {
  const t = useT('mcp');
  const common = useT('common');
  const toast = useToast();
  const { host, servers } = useServices().mcp;
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<McpImportPreview | null>(null);
  const [answers, setAnswers] = useState<PasteAnswers>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [tooLong, setTooLong] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const count = preview?.servers.length ?? 0;

  const change = (next: string) => {
    setText(next);
    setPreview(null);
    setTooLong(null);
  };
  const check = async (given: string) => {
    setBusy(true);
    setError(null);
    try {
      const found = await host.preview({ text: given });
      setPreview(found);
      setAnswers(firstAnswers(found.asks));
      setMissing([]);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  /** Reads another client's file and handles it like pasted text. */
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_LENGTH) {
      setTooLong(t('add.tooLong', { file: file.name }));
      return;
    }
    const content = await file.text();
    change(content);
    await check(content);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === '') return;
    if (preview === null || count === 0) {
      await check(text);
      return;
    }
    const open = unansweredInputs(preview.asks, answers);
    setMissing(open);
    if (open.length > 0) {
      queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const { servers: added, present } = await host.importText({ text, answers });
      await servers.reload();
      toast({
        tone: 'success',
        title: added.length > 0 ? t('add.added', { count: added.length }) : t('add.noneNew'),
        ...(present.length > 0 && {
          description: t('add.present', { count: present.length, servers: present.join(', ') }),
        }),
      });
      onDone();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <div className={field['stack']}>
      <form ref={form} className={secrets['form']} noValidate onSubmit={(event) => void submit(event)}>
        <TextArea
          mono
          autoFocus
          rows={7}
          label={t('add.pasteLabel')}
          hint={t('add.pasteHint')}
          value={text}
          placeholder={'{\n  "mcpServers": {\n    "everything": { "command": "npx", "args": ["-y", "…"] }\n  }\n}'}
          error={tooLong}
          onChange={({ target }) => change(target.value)}
          onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
          onDrop={(event) => {
            if (!event.dataTransfer.types.includes('Files')) return;
            event.preventDefault();
            void read(event.dataTransfer.files[0]);
          }}
        />
        <div className={css['file']}>
          <Button small icon={<FileUp aria-hidden />} onClick={() => chooser.current?.click()}>
            {t('add.file')}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept=".json,.jsonc,.txt"
            hidden
            onChange={({ target }) => {
              void read(target.files?.[0]);
              target.value = '';
            }}
          />
          <Disclosure className={css['where']} summary={t('add.where')}>
            <dl className={css['places']}>
              {PLACES.map(([app, place]) => (
                <div key={app}>
                  <dt>{app}</dt>
                  <dd className="mono">{place}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        </div>
        <div aria-live="polite" className={css['understood']}>
          {preview !== null && (
            <>
              <p>{count === 0 ? t('add.nothing') : t('add.found', { count })}</p>
              {preview.servers.map(({ label, lines }) => (
                <section
                  key={`${label} ${lines.map(({ text: word }) => word).join(' ')}`}

                  aria-label={label}
                >
                  <h4 className={css['foundName']}>{label}</h4>
                  <DefinitionLines lines={lines} />
                </section>
              ))}
              {preview.problems.length > 0 && (
                <Notice tone="warning" title={t('add.problems')}>
                  {preview.problems.map((problem) => (
                    <p key={`${problem.code} ${problem.server ?? ''}`}>
                      <ProblemWords problem={problem} />
                    </p>
                  ))}
                </Notice>
              )}
            </>
          )}
        </div>
        {preview !== null && (
          <PasteInputs asks={preview.asks} answers={answers} missing={missing} onChange={setAnswers} />
        )}
        <div className={secrets['actions']}>
          <Button onClick={onDone}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={text.trim() === ''}>
            {preview !== null && count > 0 ? t('add.confirm', { count }) : t('add.check')}
          </Button>
        </div>
      </form>
      <ProblemNotice error={error} />
    </div>
  );
}

function ProblemWords({ problem: { code, server, detail } }: { problem: McpPasteProblem }) {
  const t = useT('mcp');
  const text = t(`paste.${code}`, { detail });
  return server === null ? text : `${server}: ${text}`;
}
