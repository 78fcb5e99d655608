import { Copy } from 'lucide-react';
import type { ConfigurationState, ConfigurationWarning } from '#contract/configuration.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import rows from '#ui/kit/controls/rows.module.css';
import css from './file-list.module.css';

/** The settings files, so that the user can find and open them. */
export function FileList({ files }: Pick<ConfigurationState, 'files'>) {
  const t = useT('reliability');
  const copy = useCopy();
  return (
    <ul className={rows['list']}>
      {files.map(({ layer, path, exists }) => (
        <li key={path} className={`${rows['row']} ${css['file']}`} data-layer={layer}>
          <div className={css['text']}>
            <p>
              {t(`file.${layer}`)} {!exists && <span className={css['missing']}>{t('file.missing')}</span>}
            </p>
            <code className={css['path']}>{path}</code>
          </div>
          <IconButton
            small
            label={t('copyPathOf', { file: t(`file.${layer}`) })}
            icon={<Copy />}
            onClick={() => void copy(path)}
          />
        </li>
      ))}
    </ul>
  );
}

/** What is invalid in the files, and where. */
export function FileWarnings({ warnings }: { warnings: readonly ConfigurationWarning[] }) {
  const t = useT('reliability');
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" live title={t('warning.title', { count: warnings.length })}>
      <ul className={css['warnings']}>
        {warnings.map(({ file, line, key, code, detail = '' }) => (
          <li key={`${file} ${line} ${key} ${code} ${detail}`}>
            <code className={css['path']}>{file}</code>
            {line !== null && ` ${t('warning.line', { line })}`}
            {': '}
            {t(`warning.${code}`, { key, detail })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
