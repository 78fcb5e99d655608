import { ABOUT_ME_KEY, readAboutMe } from '#flows/projects/about-me.ts';
import type { SharedContext } from '#core/shared-context.ts';
import { useServices } from '#ui/data/services.ts';
import { useProject } from '#ui/data/use-project.ts';
import { useProjectFiles } from '#ui/data/use-project-files.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProjectAction } from '#ui/shared/projects/use-project-action.ts';

const MAX_HINT = 160;

/** What a conversation gets besides its own instructions, each with a switch that leaves it out here. */
export function SharedParts() {
  const t = useT('projects');
  const { projects } = useServices();
  const attempt = useProjectAction();
  const { session } = useConversation();
  const project = useProject(session.folder);
  const files = useProjectFiles(project?.id ?? '');
  const [stored] = useSetting(ABOUT_ME_KEY, '');
  const aboutMe = readAboutMe(stored);
  const name = project?.name ?? '';
  const parts: { what: SharedContext; label: string; text: string }[] = [
    ...(aboutMe === '' ? [] : [{ what: 'aboutMe' as const, label: t('shared.aboutMe'), text: aboutMe }]),
    ...(project
      ? [
          { what: 'project' as const, label: t('shared.project', { name }), text: project.project.instructions },
          {
            what: 'projectFiles' as const,
            label: t('shared.projectFiles', { name }),
            text: files.map((file) => file.name).join(', '),
          },
        ]
      : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Section title={t('shared')}>
      {parts.map(({ what, label, text }) => (
        <Setting key={what} label={label} hint={text === '' ? t('shared.none') : shortened(text)}>
          {(ids) => (
            <Switch
              checked={!session.leavesOut?.includes(what)}
              onChange={async (on) => (await attempt(() => projects.leaveOut(session.id, what, !on))) !== null}
              labelledBy={ids.label}
              describedBy={ids.hint}
            />
          )}
        </Setting>
      ))}
    </Section>
  );
}

const shortened = (text: string): string => (text.length > MAX_HINT ? `${text.slice(0, MAX_HINT).trimEnd()}…` : text);
