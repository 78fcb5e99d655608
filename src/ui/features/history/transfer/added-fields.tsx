import type { TransferPreview } from '#transfer/transfer-messages.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import css from './transfer.module.css';

interface AddedFieldsProps {
  preview: TransferPreview;
  omitted: ReadonlySet<string>;
}

/** What conversations and assistants of a file would add to requests, in full: it may be somebody else's. */
export function AddedFields({ preview: { results, assistants }, omitted }: AddedFieldsProps) {
  const t = useT('transfer');
  const groups = new Map<string, { conversations: number; names: string[] }>();
  const groupOf = (fields: Record<string, unknown>) => {
    const json = JSON.stringify(fields, null, 2);
    const group = groups.get(json) ?? { conversations: 0, names: [] };
    groups.set(json, group);
    return group;
  };
  for (const result of results)
    if (result.kind === 'new' && result.fields && !omitted.has(result.id)) groupOf(result.fields).conversations += 1;
  for (const { name, fields } of assistants) groupOf(fields).names.push(name);
  if (groups.size === 0) return null;
  return (
    <Notice tone="warning" title={t('fields.title')}>
      <p>{t('fields.body')}</p>
      {[...groups].map(([json, { conversations, names }]) => (
        <div key={json} className={css['fields']}>
          <pre className={css['json']}>{visibleText(json).text}</pre>
          {conversations > 0 && <p>{t('dropped.conversation', { count: conversations })}</p>}
          {names.map((name, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two assistants may have one name
            <p key={index}>{t('fields.assistant', { name })}</p>
          ))}
        </div>
      ))}
    </Notice>
  );
}
