import type { errors as en } from '#texts/en/errors.ts';
import type { Translation } from '#texts/base/translation.ts';

export const errors = {
  'error.key.title': '{{source}}がキーを受け付けませんでした',
  'error.key.body':
    'キーがないか、誤っているか、失効しているか、このモデルを使う権限がありません。設定で確認してください。',
  'error.locked.title': 'キーがロックされています',
  'error.locked.body': 'ロックを解除してから再試行してください。',
  'error.money.title': '{{source}}で支払いが必要です',
  'error.money.body': 'アカウントの残高がないか、支払い方法が登録されていません。',
  'error.quota.title': '{{source}}の利用枠を使い切りました',
  'error.quota.body': '枠がリセットされるまで待つか、アカウントで上限を引き上げてください。',
  'error.rate.title': '{{source}}への要求が多すぎます',
  'error.rate.body': 'プロバイダーのレート制限に達しました。失われたものはありません。少し待ってください。',
  'error.busy.title': '{{source}}が混み合っています',
  'error.busy.body': '失われたものはありません。少し待って再試行すると、たいていは成功します。',
  'error.vendor.title': '{{source}}で問題が発生しました',
  'error.vendor.body': 'プロバイダー側のエラーです。再試行するか、別のモデルに切り替えてください。',
  'error.network.title': '{{source}}に接続できませんでした',
  'error.network.body': '接続先から応答がありません。ネットワークを確認してから再試行してください。',
  'error.cut.title': '回答が途中で切れました',
  'error.cut.body': '回答が終わる前に{{source}}との接続が切れました。',
  'error.endless.title': '回答が長すぎるため、Batonが停止しました',
  'error.endless.body':
    '会話を開けなくなるのを防ぐため、1,000万文字または1,000個の部分で停止します。モデルが同じ内容を繰り返している可能性があります。ここまでの回答は保存されています。',
  'error.paused.title': '{{source}}がこの回答を一時停止しました',
  'error.paused.body': 'プロバイダー側のツールが、1回の回答で使える時間を超えました。回答はまだ終わっていません。',
  'error.page.title': '{{source}}の代わりにWebページが応答しました',
  'error.page.body':
    'ネットワークのサインインページ、ゲートウェイ、または誤ったアドレスの可能性があります。メッセージは保存されています。アドレスをブラウザで開くか設定で確認してから、再試行してください。',
  'error.silent.title': '{{source}}の応答は空でした',
  'error.silent.body': 'メッセージは保存されています。再試行するか、設定でアドレスを確認してください。',
  'error.form.title': '{{source}}の応答を読み取れませんでした',
  'error.form.body':
    'このアドレスに指定したプロトコルと一致しません。メッセージは保存されています。設定でアドレスとプロトコルを確認してください。',
  'error.gone.title': '{{source}}にこのモデルはありません',
  'error.gone.body':
    '「{{model}}」は提供が終わったか、名前が違うか、このアカウントでは使えません。メッセージは保存されています。別のモデルを選ぶか、モデル一覧を更新してください。',
  'error.protocol.title': 'このモデルにはResponses APIが必要です',
  'error.protocol.body':
    'この接続はOpenAI Chatを使っています。接続のプロトコルをOpenAI Responsesに変えてください。この接続のすべてのモデルに適用されます。メッセージは保存されています。',
  'error.host.title': 'Batonのホストが応答していません',
  'error.host.body': '停止した可能性があります。会話は保存されています。Batonを起動し直してください。',
  'error.window.title': 'このウィンドウは以前に起動したBatonのものです',
  'error.window.body': 'メッセージは保存されています。',
  'error.long.title': 'この会話は{{model}}には長すぎます',
  'error.long.body': '以前のメッセージを要約して再試行するか、コンテキストウィンドウの大きいモデルを選んでください。',
  'error.message.title': '最新のメッセージは{{model}}には長すぎます',
  'error.message.body':
    'メッセージを短くするか、添付を減らすか、コンテキストウィンドウの大きいモデルを選んでください。',
  'error.thinking.title': '{{source}}が以前の思考を受け付けませんでした',
  'error.thinking.body':
    '履歴にある思考を確認できなかったようです。再試行すると、思考を省いて送信します。会話は変わりません。',
  'error.tools.title': '{{source}}がツール呼び出しを受け付けませんでした',
  'error.tools.body': '呼び出し、結果、またはツールの説明がプロバイダーの規則に合っていません。',
  'error.request.title': '{{source}}が要求を受け付けませんでした',
  'error.request.body': 'このモデルに合わない内容があります。下のプロバイダーのメッセージを確認してください。',
  'error.unreadable.title': '{{model}}が画像またはファイルを読み取れませんでした',
  'error.unreadable.body':
    'メッセージを編集して、それを外すか別の形式で添付し直してください。別のモデルを選ぶこともできます。',
  'error.sight.title': '{{model}}は画像に対応していません',
  'error.sight.body': '画像に対応したモデルを選ぶか、メッセージを編集して画像を外してください。',
  'error.refused.title': '{{source}}が回答を断りました',
  'error.refused.body': 'この依頼は規則に反しています。言い換えるか、別のモデルを試してください。',
  'error.model.title': '使えるモデルがありません',
  'error.model.body': '選んだモデルまたは接続がなくなりました。別のモデルを選んでください。',
  'error.stopped.title': '停止しました',
  'error.stopped.body': '回答が始まる前に停止しました。',
  'error.unknown.title': '回答に失敗しました',
  'error.unknown.body': '未知のエラーです。元のメッセージは次のとおりです。',
} satisfies Translation<typeof en>;
