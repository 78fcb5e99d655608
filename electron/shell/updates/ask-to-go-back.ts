import { dialog } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { StartGuard } from './start-guard.ts';

/** After two starts of a new version that never became usable. Returns whether the version of before starts instead. */
export async function askToGoBack(guard: StartGuard, texts: DesktopTexts): Promise<boolean> {
  const failed = guard.begin();
  if (failed === null) return false;
  const fill = (text: string) => text.replaceAll('{{from}}', failed.from).replaceAll('{{to}}', failed.to);
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: fill(texts.updateFailedTitle),
    detail: fill(failed.canGoBack ? texts.updateFailedDetail : texts.updateFailedAlone),
    buttons: failed.canGoBack ? [fill(texts.goBack), texts.tryAgain] : [texts.tryAgain],
    defaultId: 0,
    cancelId: failed.canGoBack ? 1 : 0,
    noLink: true,
  });
  if (!failed.canGoBack || response !== 0) return false;
  guard.goBack();
  return true;
}
