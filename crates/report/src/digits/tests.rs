use super::*;
use results::Error;

fn sampled(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, error: Some(Error { low, high, standard: (high - low) / 3.92 }) }
}

#[test]
fn an_estimate_ends_where_its_interval_begins() {
    assert_eq!(percent_with_margin(&sampled(0.417, 0.416, 0.418)), "41.70 % ± 0.10 %");
    assert_eq!(percent_with_margin(&sampled(0.417_123_4, 0.412_123_4, 0.422_123_4)), "41.7 % ± 0.5 %");
    assert_eq!(percent(&sampled(0.417_123_4, 0.35, 0.48)), "42 %");
    assert_eq!(percent(&sampled(0.417_123_4, 0.417_119, 0.417_128)), "41.7123 %");
    assert_eq!(percent_interval(&sampled(0.417, 0.416, 0.418), "–").as_deref(), Some("41.60–41.80 %"));
}

#[test]
fn a_lopsided_interval_is_shown_by_its_ends() {
    let shown = percent_with_margin(&sampled(0.000_001, 0.000_000_18, 0.000_005_66));
    assert_eq!(shown, "0.00010 % (0.00002–0.00057 %)");
}

#[test]
fn what_never_happened_is_below_the_upper_end() {
    assert_eq!(percent(&sampled(0.0, 0.0, 3.84e-6)), "< 0.00039 %");
    assert_eq!(percent(&sampled(1.0, 1.0 - 3.84e-6, 1.0)), "> 99.99961 %");
    assert_eq!(percent_with_margin(&sampled(0.0, 0.0, 0.0037)), "< 0.37 %");
    assert_eq!(percent(&sampled(0.0, 0.0, 0.27)), "< 27 %");
    assert_eq!(percent(&sampled(1.0, 0.73, 1.0)), "> 73 %");
}

#[test]
fn exact_probabilities_have_two_decimals_and_more_when_tiny() {
    let shown = |value| percent(&Estimate::exact(value));
    assert_eq!(shown(0.259_259_259), "25.93 %");
    assert_eq!(shown(0.004), "0.40 %");
    assert_eq!(shown(0.000_012_345), "0.00123 %");
    assert_eq!(shown(1.2345e-10), "1.23×10⁻⁸ %");
    assert_eq!(shown(1e-13), "1.00×10⁻¹¹ %");
    assert_eq!(shown(1.0 - 6.14e-11), "100 % − 6.14×10⁻⁹ %");
    assert_eq!(shown(0.999_987_654), "99.99877 %");
    assert_eq!(shown(0.0), "0 %");
    assert_eq!(shown(1.0), "100 %");
    assert_eq!(shown(1.0 - 1e-15), "100 %");
    assert_eq!(percent_interval(&Estimate::exact(0.5), "-"), None);
}

#[test]
fn what_is_left_of_certainty_is_zero() {
    assert_eq!(percent(&what_is_left(&Estimate::exact(2.2e-16))), "0 %");
    assert_eq!(percent(&what_is_left(&Estimate::exact(1e-11))), "1.00×10⁻⁹ %");
    assert_eq!(percent(&what_is_left(&sampled(0.0, 0.0, 0.27))), "< 27 %");
}

#[test]
fn a_lower_bound_is_rounded_down() {
    assert_eq!(more_than(17.0 / 3.0), "> 5.66");
    assert_eq!(more_than(2.5), "> 2.50");
}

#[test]
fn numbers_follow_the_same_rule() {
    assert_eq!(number(&Estimate::exact(1.0)), "1.000");
    assert_eq!(number(&Estimate::exact(0.0)), "0");
    assert_eq!(number(&Estimate::exact(0.000_123_45)), "0.000123");
    assert_eq!(number_with_margin(&sampled(2.345_678, 2.343_678, 2.347_678)), "2.3457 ± 0.0020");
    assert_eq!(number_with_margin(&sampled(2.345_678, 2.337, 2.355)), "2.346 ± 0.009");
    assert_eq!(number(&sampled(1234.0, 800.0, 1700.0)), "1200");
    assert_eq!(number(&sampled(0.0, 0.0, 0.0)), "0");
}

#[test]
fn what_is_no_number_is_missing() {
    assert_eq!(percent(&Estimate::exact(f64::NAN)), "–");
    assert_eq!(number(&Estimate::exact(f64::INFINITY)), "–");
    assert_eq!(percent(&sampled(0.5, f64::NAN, 0.6)), "50.00 %");
}

#[test]
fn plain_numbers_are_short() {
    assert_eq!(plain(18.0), "18");
    assert_eq!(plain(17.5), "17.5");
    assert_eq!(whole(1_000_000), "1,000,000");
    assert_eq!(whole(999), "999");
}

#[test]
fn small_places_get_short_numbers_that_are_still_true() {
    assert_eq!(short_percent(&Estimate::exact(0.417_12), 1), "41.7");
    assert_eq!(short_percent(&sampled(0.417, 0.35, 0.48), 1), "42");
    // 0 % and 100 % are shown only for 0 and 1.
    assert_eq!(short_percent(&Estimate::exact(0.0), 1), "0");
    assert_eq!(short_percent(&Estimate::exact(1.0), 0), "100");
    assert_eq!(short_percent(&Estimate::exact(1e-11), 1), "<0.1");
    assert_eq!(short_percent(&Estimate::exact(1.0 - 1e-11), 0), ">99");
    assert_eq!(short_percent(&sampled(0.0, 0.0, 0.023), 0), "<3");
    assert_eq!(short_percent(&sampled(1.0, 0.977, 1.0), 0), ">97");
    assert_eq!(short_percentage_points(&Estimate::exact(0.123_4), 1), "+12.3");
    assert_eq!(short_percentage_points(&sampled(-0.123_4, -0.18, -0.06), 1), "-12");
    assert_eq!(short_percentage_points(&Estimate::exact(0.000_01), 1), "0.0");
    assert_eq!(short_number(&Estimate::exact(10.678), 3), "10.7");
    assert_eq!(short_number(&Estimate::exact(0.012_345), 3), "0.0123");
    assert_eq!(percentage_points(&sampled(0.12, 0.11, 0.13)), "+12.0 ± 1.0 percentage points");
}
