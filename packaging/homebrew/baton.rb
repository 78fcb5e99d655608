cask "baton" do
  arch arm: "arm64", intel: "x64"

  version "{{version}}"
  sha256 arm:   "{{sha256 Baton-{{version}}-mac-arm64.dmg}}",
         intel: "{{sha256 Baton-{{version}}-mac-x64.dmg}}"

  url "{{download}}/Baton-#{version}-mac-#{arch}.dmg"
  name "Baton"
  desc "Desktop chat client for large language models"
  homepage "{{homepage}}"

  depends_on macos: ">= :ventura"

  app "Baton.app"

  zap trash: [
    "~/Library/Preferences/Baton",
    "~/Library/Saved Application State/app.baton.desktop.savedState",
  ]
end
