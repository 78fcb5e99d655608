import type { McpDirectoryHit, McpDirectoryWay } from '#contract/mcp-directory.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Tag } from '#ui/kit/controls/tag.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ExternalLink } from '#ui/shared/links/external-link.tsx';
import rows from '#ui/kit/controls/rows.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './directory-search.module.css';

interface DirectoryHitProps {
  hit: McpDirectoryHit;
  onFill: (text: string) => void;
  /** The user is about to choose a bundle's file; `sha256` is what the registry says of it. */
  onBundle: (sha256: string | null) => void;
}

/** One server of the registry, in its publisher's words, and each way to run or reach it. */
export function DirectoryHit({ hit, onFill, onBundle }: DirectoryHitProps) {
  const t = useT('mcp');
  const { name, title, description, version, repository, warning, ways } = hit;
  return (
    <li className={`${rows['row']} ${css['hit']}`}>
      <div>
        <p className={css['title']}>
          {title} <span className={text['quiet']}>{version}</span>
        </p>
        <p className={`${text['quiet']} mono ${css['name']}`}>{name}</p>
        {description !== '' && <p>{description}</p>}
        {repository !== null && (
          <p>
            <ExternalLink href={repository}>{t('directory.source')}</ExternalLink>
          </p>
        )}
      </div>
      {warning !== null && <Notice tone="warning">{t('directory.warning', { reason: warning })}</Notice>}
      {ways.map((way) => (
        <Way key={`${way.kind} ${way.target}`} way={way} onFill={onFill} onBundle={onBundle} />
      ))}
    </li>
  );
}

function Way({ way, onFill, onBundle }: Omit<DirectoryHitProps, 'hit'> & { way: McpDirectoryWay }) {
  const t = useT('mcp');
  const { kind, target, text: filled, sha256, more } = way;
  return (
    <div className={css['way']}>
      <div className={css['wayText']}>
        <p>
          <Tag>{t(`directory.way.${kind}`)}</Tag>{' '}
          <span className={`mono ${css['target']}`}>
            {kind === 'mcpb' ? <ExternalLink href={target}>{target}</ExternalLink> : target}
          </span>
        </p>
        {sha256 !== null && (
          <p className={`${text['quiet']} ${css['target']}`}>{t('directory.hash', { hash: sha256 })}</p>
        )}
        {more.length > 0 && <p className={text['quiet']}>{t('directory.moreValues', { names: more.join(', ') })}</p>}
        {filled === null && (
          <p className={text['quiet']}>{t(kind === 'mcpb' ? 'directory.bundle' : 'directory.cant')}</p>
        )}
      </div>
      {kind === 'mcpb' && (
        <Button small onClick={() => onBundle(sha256)}>
          {t('directory.choose')}
        </Button>
      )}
      {filled !== null && (
        <Button small aria-label={t('directory.fillFor', { target })} onClick={() => onFill(filled)}>
          {t('directory.fill')}
        </Button>
      )}
    </div>
  );
}
