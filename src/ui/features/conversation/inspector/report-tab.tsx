import { isSummary } from '#core/is-summary.ts';
import type { DescribedNote, CompileDescription } from '#flows/request/request-inspection.ts';
import { textOf } from '#core/message-text.ts';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { useOriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import { useMessagesById } from '#ui/data/use-messages-by-id.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { NoteList } from './note-list.tsx';
import { type NextTarget, OmittedMedia } from './omitted-media.tsx';
import { useReports } from './inspector-context.ts';
import { countNotes, groupNotes, ofEffect, summarize } from './read-notes.ts';
import type { Effect } from './rules.ts';
import { VendorNote } from './vendor-note.tsx';
import css from './report-tab.module.css';

export interface ReportFacts {
  notes: readonly DescribedNote[];
  /** Messages that are sent, and how many of them word for word; `null` when unknown. */
  sent: { all: number; unchanged: number } | null;
  left: number;
  /** There are more older messages, which weren't counted. */
  more: boolean;
  vendorNotes?: readonly { rule: string; detail?: string }[];
}

export function countSent(report: CompileDescription): { all: number; unchanged: number } {
  const { sent, unchanged } = summarize(report);
  return { all: sent, unchanged };
}

const SECTIONS: readonly Effect[] = ['stays', 'converted', 'request', 'form'];

interface ReportTabProps {
  report: ReportFacts;
  rule: string | null;
  /** Given for the next request, of which something can still be changed. */
  next?: NextTarget;
}

/** What happened to the conversation, grouped by importance. */
export function ReportTab({ report, rule, next }: ReportTabProps) {
  const t = useT('report');
  const chat = useT('chat');
  const describe = useOriginFacts();
  const { show } = useReports();
  const groups = groupNotes(report.notes);
  const messages = useMessagesById(report.notes.flatMap(({ message }) => (message === undefined ? [] : [message])));
  const place = (id: string) => {
    const message = messages.get(id);
    if (!message) return null;
    const own = message.role === 'user' ? chat(isSummary(message) ? 'message.summary' : 'message.you') : null;
    const who = own ?? (message.origin ? describe(message.origin).label : '');
    const excerpt = plainExcerpt(textOf(message), 80);
    return [who, excerpt && `“${excerpt}”`].filter((one) => one !== '').join(': ');
  };
  // The answer itself shows the tools that the vendor used.
  const vendorNotes = (report.vendorNotes ?? []).filter(({ rule }) => rule !== 'vendor-used-tools');
  const nothing = groups.length === 0 && report.left === 0 && vendorNotes.length === 0;
  return (
    <div className={css['report']}>
      {nothing && <p className={css['lead']}>{t('report.nothing')}</p>}
      {!nothing && report.sent && (
        <p className={css['lead']}>
          {t('report.unchanged', { count: report.sent.all, unchanged: report.sent.unchanged })}
        </p>
      )}
      {report.left > 0 && (
        <section>
          <h3 className={css['heading']}>{t('report.window')}</h3>
          <p>{t(report.more ? 'report.leftMore' : 'report.left', { count: report.left })}</p>
          <p className={css['why']}>{t('report.leftWhy')}</p>
        </section>
      )}
      {SECTIONS.map((effect) => {
        const own = ofEffect(groups, effect);
        if (own.length === 0) return null;
        const list = <NoteList groups={own} reasons marked={rule} place={place} onShow={show} />;
        return effect === 'form' ? (
          <Disclosure
            key={effect}
            className={css['form']}
            summary={t('report.form', { count: countNotes(own) })}
            open={own.some((group) => group.rule === rule)}
          >
            <p className={css['why']}>{t('report.formWhy')}</p>
            {list}
          </Disclosure>
        ) : (
          <section key={effect}>
            <h3 className={css['heading']}>{t(`report.${effect}`)}</h3>
            {list}
            {effect === 'stays' && next && <OmittedMedia next={next} notes={report.notes} />}
          </section>
        );
      })}
      {vendorNotes.length > 0 && (
        <section>
          <h3 className={css['heading']}>{t('report.byVendor')}</h3>
          <ul className={css['plain']}>
            {vendorNotes.map(({ rule: name, detail }) => (
              <VendorNote key={`${name} ${detail ?? ''}`} name={name} detail={detail} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
