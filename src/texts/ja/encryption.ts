import type { encryption as en } from '#texts/en/encryption.ts';
import type { Translation } from '#texts/base/translation.ts';

export const encryption = {
  title: 'このパソコンでの暗号化',
  intro: 'Batonのジャーナル、スナップショット、ログを、システムのキーチェーンにあるキーで暗号化できます。',
  switch: 'ジャーナル、スナップショット、ログを暗号化',
  covers:
    'ウィンドウの保存領域にある会話、設定、フォルダのファイル、変更を元に戻すためのコピーは対象外です。これらも守るには、ディスクを暗号化してください。',
  'unavailable.browser':
    'ブラウザモードにはキーチェーンがないため、使用できません。デスクトップアプリを使ってください。',
  'unavailable.portable':
    'ポータブル版では使用できません。このパソコンのキーチェーンは一緒に移動しないためです。代わりにドライブを暗号化してください。',
  'unavailable.weak':
    '暗号化できるキーリングがないため、使用できません。GNOME KeyringかKWalletを設定して、Batonを再起動してください。',
  'unavailable.none':
    'システムのキーチェーンが応答しないため、使用できません。ロックを解除して、Batonを再起動してください。',
  encrypting: 'ファイルを暗号化中',
  encryptingPart: 'ファイルを暗号化中：{{percent}}%',
  decrypting: '暗号化を解除中',
  decryptingPart: '暗号化を解除中：{{percent}}%',
  'on.title': 'ジャーナル、スナップショット、ログを暗号化しますか？',
  'on.body':
    '既存のファイルはバックグラウンドで暗号化します。続いて復旧キーを表示します。キーチェーンのキーが失われると、復旧キーでしか開けません。',
  'on.yes': '暗号化',
  'off.title': '暗号化をやめますか？',
  'off.body': 'ファイルを平文で書き直します。このディスクを読める人は、誰でも中身を読めます。',
  'off.yes': '暗号化を解除',
  'recovery.title': '復旧キーを保管してください',
  'recovery.body':
    'ほかのパソコンで、またはキーチェーンがリセットされたときに、スナップショットを開くキーです。パスワードマネージャーなど、別の場所に保管してください。このキーがあれば、誰でもファイルを読めます。',
  'recovery.copy': 'コピー',
  'recovery.save': 'ファイルに保存',
  'recovery.file': 'Batonの復旧キーです。設定 > システムで、暗号化したスナップショット、ジャーナル、ログを開けます。',
  'recovery.later': '後で',
  'recovery.kept': '保管しました',
  'recovery.missing': '復旧キーがまだ保管されていません',
  'recovery.missingBody': 'キーチェーンがリセットされると、暗号化したファイルはこのキーでしか開けません。',
  'recovery.show': '復旧キーを表示…',
  'recovery.label': '復旧キー',
  'recovery.hint': 'ほかのパソコンで、またはキーチェーンのリセット後に、暗号化したファイルを開きます。',
  damaged: '暗号化キーのファイルを読み取れませんでした',
  damagedBody:
    'Batonのフォルダにencryption.jsonとして残っています。復旧キーを入力するか、暗号化を設定し直すまで、ジャーナル、スナップショット、ログには書き込みません。',
  cannotWrite: '暗号化キーを使用できません',
  cannotWriteBody:
    '会話はこのウィンドウに安全に残っていますが、今はジャーナル、スナップショット、ログに書き込みません。復旧キーを入力するか、新しいファイルの暗号化をオフにしてください。',
  locked_other: 'ファイル{{count}}件を開けません',
  lockedBody:
    'このパソコンのキーチェーンにキーがありません（スナップショット：{{snapshots}}、ジャーナル：{{journals}}）。ファイルは残っています。開くには、復旧キーを入力してください。',
  unlockHint: '大文字と小文字、空白、ハイフンは区別しません。',
  unlock: 'ロックを解除',
  unlocked: 'ロックを解除しました',
  full: 'ディスクがいっぱいのため、残りのファイルを書き直せませんでした。空きを増やして、再試行してください。',
  failed_other: 'ファイル{{count}}件は元のままです',
  failedBody: '読み書きできませんでした。理由は、設定 > ログと診断情報にあります。',
  again: '再試行',
} satisfies Translation<typeof en>;
