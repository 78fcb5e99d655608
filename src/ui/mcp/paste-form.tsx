import { useState, type FormEvent } from 'react';
import type { McpImportPreview } from '#contract/mcp.ts';
import { Button } from '#ui/controls/button.tsx';
import { Notice } from '#ui/controls/notice.tsx';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { DefinitionLines } from './definition-lines.tsx';
import { useMcp } from './mcp-context.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { TextArea } from './text-area.tsx';
import field from '#ui/controls/field.module.css';
import secrets from '#ui/secrets/secrets.module.css';
import css from './paste-form.module.css';

/** Pasted text is first told as what it was understood; only then is anything stored, and switched off. */
export function PasteForm({ onDone }: { onDone: () => void }) {
  const t = useT('mcp');
  const common = useT('common');
  const toast = useToast();
  const { host, servers } = useMcp();
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<McpImportPreview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const count = preview?.servers.length ?? 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      if (preview === null || count === 0) {
        setPreview(await host.preview(text));
      } else {
        const { servers: added, problems } = await host.importText(text);
        await servers.reload();
        toast({
          tone: problems.length > 0 ? 'warning' : 'success',
          title: t('add.added', { count: added.length }),
          ...(problems.length > 0 && { description: problems.join(' ') }),
        });
        onDone();
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={field['stack']}>
      <form className={secrets['form']} onSubmit={(event) => void submit(event)}>
        <TextArea
          autoFocus
          rows={7}
          label={t('add.pasteLabel')}
          hint={t('add.pasteHint')}
          value={text}
          placeholder={'{\n  "mcpServers": {\n    "everything": { "command": "npx", "args": ["-y", "…"] }\n  }\n}'}
          onChange={({ target }) => {
            setText(target.value);
            setPreview(null);
          }}
        />
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
                    <p key={problem}>{problem}</p>
                  ))}
                </Notice>
              )}
            </>
          )}
        </div>
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
