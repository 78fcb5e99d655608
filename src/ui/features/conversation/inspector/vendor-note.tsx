import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { readCleared } from './read-cleared.ts';
import { isVendorNote } from './rules.ts';
import css from './report-tab.module.css';

/** Something the vendor reports having left out itself. */
export function VendorNote({ name, detail }: { name: string; detail: string | undefined }) {
  const t = useT('report');
  const language = useLanguage();
  const cleared = name === 'vendor-cleared-tool-uses' && detail !== undefined ? readCleared(detail) : null;
  const text = cleared
    ? t('report.cleared', { count: cleared.uses, tokens: cleared.tokens.toLocaleString(language) })
    : detail;
  return (
    <li>
      {isVendorNote(name) ? t(`report.${name}`) : name}
      {text !== undefined && <p className={css['why']}>{text}</p>}
    </li>
  );
}
