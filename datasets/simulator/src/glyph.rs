//! Icons of the tab bar: simple strokes on a 24 by 24 grid, drawn for this project.

/// A shape, and the words in a tab's name that ask for it.
struct Glyph {
    words: &'static [&'static str],
    shape: &'static str,
}

const GLYPHS: [Glyph; 22] = [
    Glyph {
        words: &[
            "home",
            "feed",
            "aujourd",
            "accueil",
            "résumé",
            "summary",
            "inicio",
            "start",
            "ホーム",
            "首页",
            "الرئيسية",
            "בית",
        ],
        shape: r#"<path d="M3 11L12 3L21 11M5 10V21H19V10"/>"#,
    },
    Glyph {
        words: &[
            "search",
            "recherche",
            "explor",
            "parcourir",
            "browse",
            "discover",
            "buscar",
            "suche",
            "検索",
            "搜索",
            "さがす",
            "بحث",
            "חיפוש",
        ],
        shape: r#"<circle cx="10" cy="10" r="7"/><path d="M15 15L21 21"/>"#,
    },
    Glyph {
        words: &[
            "profil",
            "moi",
            "account",
            "compte",
            "me",
            "マイページ",
            "プロフィール",
            "我的",
            "الملف",
            "פרופיל",
        ],
        shape: r#"<circle cx="12" cy="8" r="4.5"/><path d="M3.5 21C4 16 8 14.5 12 14.5C16 14.5 20 16 20.5 21"/>"#,
    },
    Glyph {
        words: &["shar", "partag", "teilen", "共有", "分享", "مشاركة"],
        shape: r#"<path d="M12 15V3M8 7L12 3L16 7M7 10H5V21H19V10H17"/>"#,
    },
    Glyph {
        words: &["live", "video", "vidéo", "film", "動画", "视频"],
        shape: r#"<path d="M2.5 6H15V18H2.5ZM15 10.5L21.5 7V17L15 13.5"/>"#,
    },
    Glyph {
        words: &["camera", "photo", "snapshot", "カメラ", "写真", "相机"],
        shape: r#"<path d="M3 7H8L9.5 4H14.5L16 7H21V20H3Z"/><circle cx="12" cy="13" r="4"/>"#,
    },
    Glyph {
        words: &["joystick", "pan", "control", "move"],
        shape: r#"<path d="M9 3H15V9H21V15H15V21H9V15H3V9H9Z"/><circle cx="12" cy="12" r="1.5"/>"#,
    },
    Glyph {
        words: &["mic", "audio", "voice", "sound", "talk", "マイク"],
        shape: r#"<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5 11A7 7 0 0 0 19 11M12 18V22"/>"#,
    },
    Glyph {
        words: &["phone", "call", "appel", "電話"],
        shape: r#"<path d="M5 4H9L11 9L8.5 10.5A11 11 0 0 0 13.5 15.5L15 13L20 15V19A2 2 0 0 1 18 21A16 16 0 0 1 3 6A2 2 0 0 1 5 4Z"/>"#,
    },
    Glyph {
        words: &[
            "chat",
            "message",
            "inbox",
            "discussion",
            "トーク",
            "メッセージ",
            "消息",
            "الرسائل",
            "הודעות",
        ],
        shape: r#"<path d="M3 4H21V16H11L6 20.5V16H3Z"/>"#,
    },
    Glyph {
        words: &[
            "notif",
            "event",
            "activity",
            "activité",
            "alert",
            "お知らせ",
            "通知",
            "الإشعارات",
        ],
        shape: r#"<path d="M6 17V11A6 6 0 0 1 18 11V17L20 19H4ZM10 22H14"/>"#,
    },
    Glyph {
        words: &["shop", "boutique", "store", "cart", "panier", "買い物", "購入", "购物"],
        shape: r#"<path d="M5 8H19L20 21H4ZM9 8V6A3 3 0 0 1 15 6V8"/>"#,
    },
    Glyph {
        words: &["reel", "play", "watch", "music", "listen", "再生", "播放"],
        shape: r#"<path d="M7 4L20 12L7 20Z"/>"#,
    },
    Glyph {
        words: &[
            "setting",
            "réglage",
            "preference",
            "option",
            "設定",
            "设置",
            "الإعدادات",
            "הגדרות",
        ],
        shape: r#"<circle cx="12" cy="12" r="3"/><path d="M12 3V6M12 18V21M3 12H6M18 12H21M5.6 5.6L7.8 7.8M16.2 16.2L18.4 18.4M5.6 18.4L7.8 16.2M16.2 7.8L18.4 5.6"/>"#,
    },
    Glyph {
        words: &[
            "create",
            "add",
            "new",
            "post",
            "créer",
            "publier",
            "作成",
            "追加",
            "إضافة",
        ],
        shape: r#"<rect x="3" y="3" width="18" height="18" rx="5"/><path d="M12 7.5V16.5M7.5 12H16.5"/>"#,
    },
    Glyph {
        words: &["trend", "stat", "chart", "tendance", "progress", "統計", "记录"],
        shape: r#"<path d="M4 20V13M10 20V5M16 20V9M21 20H3"/>"#,
    },
    Glyph {
        words: &["record", "enregistr", "記録"],
        shape: r#"<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="4"/>"#,
    },
    Glyph {
        words: &["map", "carte", "route", "course", "コース", "地図", "地图"],
        shape: r#"<path d="M12 21.5C7 15 5 12 5 9A7 7 0 0 1 19 9C19 12 17 15 12 21.5Z"/><circle cx="12" cy="9" r="2.5"/>"#,
    },
    // From here on: for names that none of the words above is in.
    Glyph {
        words: &["list", "liste", "order", "history", "予約", "履歴", "一覧"],
        shape: r#"<path d="M4 6H20M4 12H20M4 18H20"/>"#,
    },
    Glyph {
        words: &["grid", "collection", "categor", "カテゴリ"],
        shape: r#"<path d="M4 4H10.5V10.5H4ZM13.5 4H20V10.5H13.5ZM4 13.5H10.5V20H4ZM13.5 13.5H20V20H13.5Z"/>"#,
    },
    Glyph {
        words: &["favorite", "favori", "star", "お気に入り", "收藏"],
        shape: r#"<path d="M12 3L14.8 9L21 9.8L16.4 14.2L17.6 20.7L12 17.5L6.4 20.7L7.6 14.2L3 9.8L9.2 9Z"/>"#,
    },
    Glyph {
        words: &["like", "heart", "health", "love", "健康"],
        shape: r#"<path d="M12 20.5C4 14 2 10 4 6.5C6 3.5 10 4 12 7.5C14 4 18 3.5 20 6.5C22 10 20 14 12 20.5Z"/>"#,
    },
];

const FIRST_PLAIN: usize = 18;

/// The icon for a tab of this name: by the first word of the table that is in it, else one of the plain ones.
pub(crate) fn shape(name: &str) -> &'static str {
    let lower = skillc_text::lower(name);
    let named = GLYPHS
        .iter()
        .find(|glyph| glyph.words.iter().any(|word| lower.contains(word)));
    let plain = || {
        let sum: usize = lower.bytes().map(usize::from).sum();
        &GLYPHS[FIRST_PLAIN + sum % (GLYPHS.len() - FIRST_PLAIN)]
    };
    named.unwrap_or_else(plain).shape
}
