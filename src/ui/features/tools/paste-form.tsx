import { useRef, type DragEvent } from 'react';
import type { McpBundle } from '#contract/mcp-imports.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ProblemNotice } from '#ui/shared/servers/problem-notice.tsx';
import { FoundFiles } from './found-files.tsx';
import { PasteFile } from './paste-file.tsx';
import { PasteInputs } from './paste-inputs.tsx';
import { PastePreview } from './paste-preview.tsx';
import { usePaste } from './use-paste.ts';
import field from '#ui/kit/controls/field.module.css';
import secrets from '#ui/shared/secrets/secrets.module.css';
import quiet from '#ui/kit/controls/text.module.css';
import css from './paste-form.module.css';

const EXAMPLE = '{\n  "mcpServers": {\n    "everything": { "command": "npx", "args": ["-y", "…"] }\n  }\n}';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

interface PasteFormProps {
  /** A text that is there from the beginning. */
  start?: string | null;
  /** The hash of the bundle that the registry names. */
  expected?: string | null;
  /** A link from outside offers it. */
  offered?: boolean;
  onDone: (added: boolean) => void;
}

/**
 * Shows how pasted text was understood before anything is stored. New servers start switched off.
 */
export function PasteForm({ start = null, expected = null, offered = false, onDone }: PasteFormProps) {
  const t = useT('mcp');
  const common = useT('common');
  const form = useRef<HTMLFormElement>(null);
  const paste = usePaste({
    start,
    expected,
    onDone,
    onIncomplete: () =>
      queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  });
  const { text, found, bundle, preview, tooLong } = paste;
  const count = preview?.servers.length ?? 0;
  return (
    <div className={field['stack']}>
      <form
        ref={form}
        className={secrets['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void paste.checkOrAdd();
        }}
      >
        {offered && <Notice tone="warning">{t('add.offered')}</Notice>}
        {found === null && bundle === null ? (
          <>
            {expected !== null && <Notice>{t('bundle.expected', { hash: expected })}</Notice>}
            <TextArea
              mono
              autoFocus
              rows={7}
              label={t('add.pasteLabel')}
              hint={t('add.pasteHint')}
              value={text}
              placeholder={EXAMPLE}
              error={
                tooLong === null ? null : t(tooLong.bundle ? 'bundle.large' : 'add.tooLong', { file: tooLong.file })
              }
              onChange={({ target }) => paste.write(target.value)}
              onDragOver={(event) => hasFiles(event) && event.preventDefault()}
              onDrop={(event) => {
                if (!hasFiles(event)) return;
                event.preventDefault();
                void paste.read(event.dataTransfer.files[0]);
              }}
            />
            <PasteFile onFile={(file) => void paste.read(file)} />
            <FoundFiles onChoose={(file) => void paste.choose(file)} />
          </>
        ) : (
          <div className={css['chosen']}>
            {bundle !== null && <BundleText bundle={bundle} />}
            {found !== null && (
              <p>
                {t('found.from', { app: found.app })} <span className={`${quiet['quiet']} mono`}>{found.path}</span>
              </p>
            )}
            <Button small variant="quiet" onClick={() => paste.write('')}>
              {t('found.other')}
            </Button>
          </div>
        )}
        <div aria-live="polite" className={css['understood']}>
          {preview !== null && <PastePreview preview={preview} />}
        </div>
        {preview !== null && (
          <PasteInputs asks={preview.asks} answers={paste.answers} missing={paste.missing} onChange={paste.answer} />
        )}
        <div className={secrets['actions']}>
          <Button onClick={paste.cancel}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={paste.busy} disabled={paste.isEmpty}>
            {count > 0 ? t('add.confirm', { count }) : t('add.check')}
          </Button>
        </div>
      </form>
      <ProblemNotice error={paste.error} />
    </div>
  );
}

/** What a bundle says of itself. */
function BundleText({ bundle: { sha256, name, version, author, description } }: { bundle: McpBundle }) {
  const t = useT('mcp');
  return (
    <div className={css['foundText']}>
      <p className={css['foundName']}>
        {author === null ? t('bundle.of', { name, version }) : t('bundle.by', { name, version, author })}
      </p>
      {description !== '' && <p>{description}</p>}
      <p className={quiet['quiet']}>{t('bundle.unchecked')}</p>
      <p className={`${quiet['quiet']} ${css['foundPath']}`}>{t('directory.hash', { hash: sha256 })}</p>
    </div>
  );
}
