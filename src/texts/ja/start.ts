import type { StartScreenTexts } from '../en/start.ts';

const start: StartScreenTexts['start'] = {
  working: '会話を開いています…',
  copy: '更新の前に会話をバックアップしています…',
  upgrade: '会話をこのバージョン用に更新しています…',
  check: '失われたものがないか確認しています…',
  rows: (count) => `これまでに${count}件`,
  patience: 'このウィンドウはいつでも閉じられます。途中の更新は取り消され、元に戻ります。',
  kept: 'Batonは何も変更、削除していません。',
  retry: '再試行',
  details: '詳細',
  failed: '会話を開けませんでした',
  broken: 'Batonを起動できませんでした',
  brokenBody:
    'Batonの一部を読み込めなかったか、エラーが発生しました。会話の問題ではありません。再試行しても変わらない場合は、Batonを起動し直してください。',

  noSnapshot: '更新の前に会話をバックアップできませんでした',
  noSnapshotBody:
    'このバージョンでは会話の保存方法が変わるため、先にBatonのフォルダにバックアップを保存しますが、失敗しました。更新に問題があれば元に戻ります。ただし、バックアップがないと、後で前のバージョンに戻すことはできません。',
  noSnapshotAnyway: 'バックアップなしで更新',
  littleRoom: '会話の更新に必要な空き容量が足りない可能性があります',
  littleRoomBody: (needs, free) =>
    `更新には${needs}が必要になる可能性がありますが、空きは${free}です。足りなくなった場合は更新を取り消し、元に戻します。`,
  littleRoomAnyway: 'このまま更新',
  held: '更新前の会話です',
  heldBody:
    '前のバージョンのBatonに戻した状態です。この会話を使うには、前のバージョンを起動するか、このバージョン用にもう一度更新してください。',
  heldAnyway: 'もう一度更新',
  vanished: 'このブラウザの会話がなくなりました',
  vanishedBody: (count, when) =>
    `${when}には、このブラウザに会話が${count.toLocaleString('ja')}件ありました。その後、ブラウザがBatonのデータベースを削除しました。データベースの破損、ディスクの容量不足、サイトデータの消去などで起こります。`,
  vanishedAnyway: '会話なしで続ける',
  copyFound: 'Batonのフォルダに会話のコピーがあります',
  copyFoundBody:
    'このブラウザにはまだ会話がありませんが、このパソコンのBatonのフォルダに以前の会話のコピーがあります。ここに戻すことができます。',
  copyFoundAnyway: '戻さずに始める',
  lost: 'このブラウザの会話の一部が失われています',
  lostBody: (conversations, messages) =>
    `${missingInJapanese(conversations, messages)}異常終了またはディスクのエラーで、ブラウザのデータベースが破損しました。Batonのフォルダにはすべて残っています。`,
  lostAnyway: '失われた会話なしで続ける',
  withoutBody: '今必要でなければ、コピーはBatonのフォルダに残ります。後で設定 > 履歴から戻せます。',

  journal: 'すべて元に戻す',
  journalBody:
    'Batonのフォルダには、完了したすべてのメッセージのコピーがあります。現在このブラウザにあるものは削除せず、別に保管します。',
  journalUntil: (when) => `${when}までのすべて`,
  journalOf: (when) => `${when}までのすべてを元に戻す`,
  journalButton: '元に戻す',
  journalWorking: 'すべて元に戻しています…',
  clear: 'Batonのストレージをリセット',
  clearBody:
    'ほかの方法で解決しない場合に使います。ブラウザが自身のストレージを読み取れない状態です。リセットすると、下書きや別に保管された履歴など、残っているものが削除されます。その後、Batonのフォルダのコピーを戻せます。',
  clearButton: 'リセット…',
  clearSure: 'このブラウザにあるBatonのデータを削除しますか？',
  clearYes: '削除してリセット',
  clearDesktopBody:
    'ほかの方法で解決しない場合に使います。ストレージ自体が破損した状態です。破損したファイルを削除せずに移動し、Batonを再起動します。その後、Batonのフォルダのコピーを戻せます。',
  clearDesktopSure: '破損したファイルを移動して、Batonを再起動しますか？',
  clearDesktopYes: 'リセットして再起動',

  save: '読み取れる内容を保存',
  saveBody:
    'データベースを項目ごとに読み取り、読み取れない項目を飛ばして、残りをBatonで復元できるファイルに保存します。',
  saveButton: 'ファイルに保存',
  saved: (conversations, messages) =>
    `会話${conversations.toLocaleString('ja')}件とメッセージ${messages.toLocaleString('ja')}件を保存しました。`,
  savedMissing: (count) =>
    `${count.toLocaleString('ja')}件の項目を読み取れませんでした。不足している項目はファイルに記載されています。`,
  nothingToSave: 'このブラウザには、読み取れるデータベースがありません。',
  snapshots: 'スナップショットを復元',
  snapshotsBody:
    'スナップショットは、このパソコンのBatonのフォルダにあるバックアップです。現在このブラウザにあるものは削除せず、別に保管します。',
  snapshotsNone: 'スナップショットはありません。',
  snapshotsUnreachable:
    'Batonのホストが応答していないため、スナップショットを表示できません。Batonを起動し直してください。',
  snapshotsLoading: 'スナップショットを探しています…',
  snapshotsMore: '以前のものを表示',
  snapshotHolds: (conversations, messages) =>
    `会話${conversations.toLocaleString('ja')}件、メッセージ${messages.toLocaleString('ja')}件`,
  snapshotUpgrade: '更新の前',
  restore: '復元',
  restoreOf: (when) => `${when}のスナップショットを復元`,
  restoring: (done, of) => `${of}件中${done}件`,
  restored: '会話はすべて元に戻りました',
  restoredRest: 'ほかの会話は元に戻りました',
  untitled: '新しいチャット',
  quoted: (title) => `「${title}」`,
  restoredWithoutSessions: (names) =>
    `このバックアップで破損しているため、完全には復元できなかった会話：${names}。このバックアップはBatonのフォルダに残ります。設定 > 履歴の以前のスナップショットには残っている可能性があります。`,
  restoredWithout: {
    library: 'このバックアップのフォルダ、プロンプト、アシスタントは破損しているため省きました。',
    'tool-lists': 'このバックアップのツール一覧は破損しているため省きました。',
    attachments: 'このバックアップには、不足または破損している添付ファイルがあります。その場所に注記を残しました。',
  },
  freeSpace: '空き容量を増やす',
  freeSpaceBody:
    '置き換えられ、別に保管された履歴がこのブラウザに残っています。削除すると容量が空きますが、元に戻せません。',
  retainedNoDate: '別に保管された履歴',
  roomUnread: '読み取れません',
  roomButton: '削除…',
  removeForGood: '完全に削除',
  empty: '空の履歴で始める',
  emptyBody: '開けないデータベースはこのブラウザに残し、新しいデータベースを使います。',
  emptyButton: '空の履歴で始める…',
  emptySure: '空の履歴で始めますか？',
  emptyYes: '空の履歴で始める',
  cancel: 'キャンセル',
  didNotWork: '完了できませんでした。',
  otherWays: 'もう一度試すか、この画面の別の方法を使ってください。',
};

function missingInJapanese(conversations: number, messages: number): string {
  const complete = `会話${conversations.toLocaleString('ja')}件`;
  if (messages === 0) return `${complete}が失われています。`;
  return `メッセージ${messages.toLocaleString('ja')}件が失われています${conversations === 0 ? '' : `(${complete}の全体を含む)`}。`;
}

const move: StartScreenTexts['move'] = {
  sending: '会話をBatonの新しいアドレスに移しています…',
  taking: '会話を配置しています…',
  rows: (count) => `これまでに${count}件`,
  rowsOf: (done, of) => `${of}件中${done}件`,
  patience: '以前のアドレスのものは削除しません。このウィンドウを閉じると、次回は最初から移し直します。',
  lost: 'Batonが応答していません',
  lostBody: '戻って再試行してください。改善しない場合は、Batonを再起動してください。',
  back: '戻る',
  notMoved: '会話をまだ移していません',
  notMovedBody:
    'ほかのプログラムに使われないように、Batonのアドレスが変わりました。会話は以前のアドレスに、すべてそのまま残っています。',
  again: '再試行',
  anyway: '会話なしで続ける',
  later: '会話なしで続けても、後で設定 > 履歴から移せます。',
  moved: '会話を移しました',
  movedBody: (conversations, messages) =>
    `会話${conversations.toLocaleString('ja')}件、メッセージ${messages.toLocaleString('ja')}件です。すべての項目を元のデータと照合しました。`,
  movedMissing: (count) => `${count.toLocaleString('ja')}件の項目は、以前のアドレスで読み取れませんでした。`,
  movedKept:
    'Batonは、ほかのプログラムに使われない新しいアドレスになりました。元のデータはこのブラウザに残っています。',
  go: 'Batonを開く',
  details: '詳細',
};

const failures: StartScreenTexts['failures'] = {
  quota: 'ディスクがいっぱいです。空き容量を増やしてから再試行してください。',
  blocked: '別のBatonウィンドウが会話を使用しています。ほかのBatonウィンドウを閉じてから再試行してください。',
  'newer-version': '新しいバージョンのBatonで保存された会話です。開くにはBatonを更新してください。',
  timeout:
    'データベースが応答していません。再試行してください。改善しない場合は、Batonまたはブラウザを再起動してください。',
  unavailable:
    'このウィンドウには何も保存できません。プライベートウィンドウの場合は、通常のウィンドウを使ってください。それ以外の場合は、ブラウザの設定でBatonのサイトデータを許可してください。',
  closed:
    '別のBatonウィンドウが更新または置き換えを行ったか、サイトデータが消去されたため、データベースが閉じられました。このウィンドウを再読み込みすると、現在の会話を確認できます。',
  missing: '保存されているはずの項目がありません。',
  'upgrade-refused': 'このバージョンへの更新で失われるものがあるため、更新を取り消しました。',
  vanished: 'このブラウザにあった会話がなくなりました。',
  unreadable: 'データベースを読み取れませんでした。',
  unknown: 'データベースを開けませんでした。',
};

export const startTexts: StartScreenTexts = { start, move, failures };
