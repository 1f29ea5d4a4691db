//! Sets the size of the stack: as much as the program has on other systems, because values in files may be nested deeply.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 8 << 20);
    }
    println!("cargo::rerun-if-changed=build.rs");
}
