import { useRef, type DragEvent } from 'react';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ProblemNotice } from '#ui/shared/servers/problem-notice.tsx';
import { PasteFile } from './paste-file.tsx';
import { PasteInputs } from './paste-inputs.tsx';
import { PastePreview } from './paste-preview.tsx';
import { usePaste } from './use-paste.ts';
import field from '#ui/kit/controls/field.module.css';
import secrets from '#ui/shared/secrets/secrets.module.css';
import css from './paste-form.module.css';

const EXAMPLE = '{\n  "mcpServers": {\n    "everything": { "command": "npx", "args": ["-y", "…"] }\n  }\n}';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Shows how pasted text was understood before anything is stored. New servers start switched off. */
export function PasteForm({ onDone }: { onDone: () => void }) {
  const t = useT('mcp');
  const common = useT('common');
  const form = useRef<HTMLFormElement>(null);
  const paste = usePaste({
    onDone,
    onIncomplete: () =>
      queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  });
  const { text, preview, tooLong } = paste;
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
        <TextArea
          mono
          autoFocus
          rows={7}
          label={t('add.pasteLabel')}
          hint={t('add.pasteHint')}
          value={text}
          placeholder={EXAMPLE}
          error={tooLong === null ? null : t('add.tooLong', { file: tooLong })}
          onChange={({ target }) => paste.write(target.value)}
          onDragOver={(event) => hasFiles(event) && event.preventDefault()}
          onDrop={(event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            void paste.read(event.dataTransfer.files[0]);
          }}
        />
        <PasteFile onFile={(file) => void paste.read(file)} />
        <div aria-live="polite" className={css['understood']}>
          {preview !== null && <PastePreview preview={preview} />}
        </div>
        {preview !== null && (
          <PasteInputs asks={preview.asks} answers={paste.answers} missing={paste.missing} onChange={paste.answer} />
        )}
        <div className={secrets['actions']}>
          <Button onClick={onDone}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={paste.busy} disabled={text.trim() === ''}>
            {count > 0 ? t('add.confirm', { count }) : t('add.check')}
          </Button>
        </div>
      </form>
      <ProblemNotice error={paste.error} />
    </div>
  );
}
