import { FolderSearch } from 'lucide-react';
import { useState } from 'react';
import type { McpFoundFile } from '#contract/mcp-imports.ts';
import { useServices } from '#ui/data/services.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { ProblemNotice } from '#ui/shared/servers/problem-notice.tsx';
import text from '#ui/kit/controls/text.module.css';
import rows from '#ui/kit/controls/rows.module.css';
import css from './paste-form.module.css';

/** Looks for servers of other apps when the user asks for it. Only names come from the host, no values. */
export function FoundFiles({ onChoose }: { onChoose: (file: McpFoundFile) => void }) {
  const t = useT('mcp');
  const { host } = useServices().mcp;
  const { busy, error, submit } = useSubmission();
  const [files, setFiles] = useState<readonly McpFoundFile[] | null>(null);
  return (
    <div className={css['found']}>
      {files === null && (
        <Button
          small
          icon={<FolderSearch aria-hidden />}
          busy={busy}
          onClick={() => void submit(async () => setFiles((await host.imports.found()).files))}
        >
          {t('found.look')}
        </Button>
      )}
      <div aria-live="polite">
        {files?.length === 0 && <p className={text['quiet']}>{t('found.none')}</p>}
        {files !== null && files.length > 0 && (
          <ul className={rows['list']} aria-label={t('found.title')}>
            {files.map((file) => (
              <FoundRow key={file.path} file={file} onChoose={onChoose} />
            ))}
          </ul>
        )}
      </div>
      <ProblemNotice error={error} />
    </div>
  );
}

function FoundRow({ file, onChoose }: { file: McpFoundFile; onChoose: (file: McpFoundFile) => void }) {
  const t = useT('mcp');
  const { app, path, servers } = file;
  return (
    <li className={`${rows['row']} ${css['foundRow']}`}>
      <div className={css['foundText']}>
        <p className={css['foundName']}>{app}</p>
        <p>{servers === null ? t('found.unread') : visibleText(servers.join(', ')).text}</p>
        <p className={`${text['quiet']} mono ${css['foundPath']}`}>{visibleText(path).text}</p>
      </div>
      {servers !== null && (
        <Button small aria-label={t('found.useFrom', { app })} onClick={() => onChoose(file)}>
          {t('found.use')}
        </Button>
      )}
    </li>
  );
}
