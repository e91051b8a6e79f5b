# Toolchain for WebAssembly from Debian's packages: clang-22 lld-22 wasi-libc libc++-22-dev-wasm32 libclang-rt-22-dev-wasm32.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
find_program(WASM_CLANG NAMES clang++-22 clang++-21 clang++-20 clang++-19 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER ${WASM_CLANG})
# Debian keeps the headers under the old name of the target.
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr CACHE PATH "Where include/wasm32-wasi stands")
set(CMAKE_CXX_FLAGS_INIT "-Wno-deprecated")
