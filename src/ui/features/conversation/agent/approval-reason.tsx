import { FileText, Globe, Wrench } from 'lucide-react';
import type { TaintKind, TaintSource } from '#core/agent/tools/taint.ts';
import type { PendingApproval } from '#state/agent-runs.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ScriptLines } from '#ui/shared/scripts/script-lines.tsx';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import { isWebAddress, sourceLabel } from './source-label.ts';
import { WaitingCommand } from './waiting-command.tsx';
import css from './approval.module.css';

interface ApprovalReasonProps {
  id: string;
  sessionId: string;
  approval: PendingApproval;
}

/** Why Baton asks, what scripts did to the call, and which results led to it. */
export function ApprovalReason({ id, sessionId, approval }: ApprovalReasonProps) {
  const t = useT('agent');
  const serverName = useServerName();
  const { tool, args, because, sources, offers } = approval;
  const servers = [...new Set(sources.map((source) => source.server))].map(serverName).join(', ');
  return (
    <div id={id} className={css['why']} data-tainted={because === 'tainted' || undefined}>
      <p>{t(`because.${because}`)}</p>
      <ScriptLines notes={approval.scripts} full />
      <WaitingCommand sessionId={sessionId} tool={tool.name} args={args} />
      {sources.length > 0 && (
        <>
          <p>{t('source.title')}</p>
          <ul className={css['sources']}>
            {sources.map((source) => (
              <li key={source.call}>
                <SourceIcon source={source} />
                <span>{visibleText(sourceLabel(t, serverName, source)).text}</span>
              </li>
            ))}
          </ul>
          {offers.includes('turn') && <p>{t('source.turn', { servers })}</p>}
        </>
      )}
    </div>
  );
}

const SOURCE_ICONS: Readonly<Record<TaintKind, typeof Globe>> = { web: Globe, file: FileText, tool: Wrench };

function SourceIcon({ source: { kind, detail = '' } }: { source: TaintSource }) {
  const Icon = SOURCE_ICONS[isWebAddress(detail) ? 'web' : kind === 'file' ? 'file' : 'tool'];
  return <Icon aria-hidden />;
}
