import { dialog } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { StartGuard } from './start-guard.ts';

/**
 * After two starts of a new version that never became usable. Returns whether the version of before starts instead. With
 * the box checked, whatever starts shows what is in the snapshot of before the update; nothing is restored here.
 */
export async function askToGoBack(guard: StartGuard, texts: DesktopTexts, language: string): Promise<boolean> {
  const failed = guard.begin();
  if (failed === null) return false;
  const { from, to, canGoBack, snapshot } = failed;
  const time =
    snapshot && new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(snapshot.at);
  const fill = (text: string) =>
    text
      .replaceAll('{{from}}', from)
      .replaceAll('{{to}}', to)
      .replaceAll('{{time}}', time ?? '');
  const { response, checkboxChecked } = await dialog.showMessageBox({
    type: 'warning',
    message: fill(texts.updateFailedTitle),
    detail: [
      fill(texts.updateFailedDetail),
      ...(snapshot ? [fill(texts.updateFailedSnapshot)] : []),
      fill(canGoBack ? texts.updateFailedBack : texts.updateFailedAlone),
    ].join(' '),
    buttons: canGoBack ? [fill(texts.goBack), texts.tryAgain] : [texts.tryAgain],
    ...(snapshot && { checkboxLabel: texts.updateFailedRestore }),
    defaultId: 0,
    cancelId: canGoBack ? 1 : 0,
    noLink: true,
  });
  if (snapshot && checkboxChecked) guard.offerRestore();
  if (!canGoBack || response !== 0) return false;
  guard.goBack();
  return true;
}
