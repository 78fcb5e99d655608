import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import css from './link-address.module.css';

/** A full address before it is opened, and above it where it goes: an address can hide its host. */
export function LinkAddress({ url }: { url: string }) {
  const t = useT('common');
  const parsed = URL.parse(url);
  return (
    <div className={css['address']}>
      {parsed && parsed.host !== '' && <p className={css['host']}>{t('link.host', { host: parsed.host })}</p>}
      <p className={css['full']}>{parsed?.href ?? visibleText(url).text}</p>
    </div>
  );
}
