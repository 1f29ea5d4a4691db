//! The macros that declare fields and fixed sets of names.

/// Declares a fixed set of names, each with its meaning.
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $about:literal])*
        pub enum $Type:ident { $( $(#[doc = $doc:literal])+ $Variant:ident = $name:literal, )+ }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Type { $( $(#[doc = $doc])+ $Variant, )+ }

        impl $Type {
            /// All of them in order.
            pub const ALL: &'static [Self] = &[$( Self::$Variant, )+];
        }

        impl $crate::fields::Named for $Type {
            const NAMES: &'static [$crate::fields::Name] = &[
                $( $crate::fields::Name::new($name, concat!($($doc),+).trim_ascii()), )+
            ];
        }

        impl $crate::fields::Index for $Type {
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl From<$Type> for usize {
            #[inline]
            fn from(choice: $Type) -> Self {
                choice as Self
            }
        }

        impl $crate::fields::FromValue for $Type {
            const KIND: $crate::fields::Kind =
                $crate::fields::Kind::Choice($crate::Shared::Static(<Self as $crate::fields::Named>::NAMES));

            fn from_value(
                value: &$crate::fields::Value,
                path: &str,
                problems: &mut $crate::fields::Problems,
            ) -> Option<Self> {
                $crate::fields::named(Self::ALL, value, path, problems)
            }
        }
    };
}

/// Declares a group of fields, each with its type, meaning and, after `=`, its default.
#[macro_export]
macro_rules! record {
    (
        $(#[doc = $about:literal])*
        pub struct $Type:ident {
            $( $(#[doc = $doc:literal])+ $field:ident: $Kind:ty $(= $default:literal)?, )*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Type { $( $(#[doc = $doc])+ pub $field: $Kind, )* }

        impl $Type {
            /// The fields as data.
            pub const FIELDS: &'static [$crate::fields::Field] = &[
                $( $crate::fields::Field::built_in(
                    $crate::fields::plain(stringify!($field)),
                    concat!($($doc),+).trim_ascii(),
                    <$Kind as $crate::fields::FromValue>::KIND,
                    $crate::record!(@text $($default)?),
                ), )*
            ];
        }

        impl $crate::fields::FromValue for $Type {
            const KIND: $crate::fields::Kind = $crate::fields::Kind::Table($crate::Shared::Static(Self::FIELDS));

            fn from_value(
                value: &$crate::fields::Value,
                path: &str,
                problems: &mut $crate::fields::Problems,
            ) -> Option<Self> {
                if !matches!(value, $crate::fields::Value::Table(_)) {
                    return $crate::fields::expected(path, problems);
                }
                $crate::fields::unknown_names(value, &Self::FIELDS, path, problems);
                $( let $field = $crate::fields::field(
                    value,
                    $crate::fields::plain(stringify!($field)),
                    $crate::record!(@value $($default)?).as_ref(),
                    path,
                    problems,
                ); )*
                Some(Self { $( $field: $field?, )* })
            }
        }
    };
    (@text) => { None };
    (@text $default:literal) => { Some(stringify!($default)) };
    (@value) => { None::<$crate::fields::Value> };
    (@value $default:literal) => { Some($crate::fields::Value::from($default)) };
}
