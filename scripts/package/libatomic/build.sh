#!/bin/sh
# Compiles libatomic.c with Debian's GCC 12 (packages gcc-12 and gcc-12-aarch64-linux-gnu). The two
# libraries are in the repository, so that making packages needs no compiler.
set -e
cd "$(dirname "$0")"
flags="-O2 -fPIC -shared -nostdlib -ffreestanding -fno-stack-protector -Wall -Wextra -Werror
  -Wl,-soname,libatomic.so.1 -Wl,--version-script,libatomic.map -Wl,--build-id=none -Wl,-z,relro,-z,now -s"
x86_64-linux-gnu-gcc-12 $flags -Wl,-z,max-page-size=4096 -o libatomic-linux-x64.so.1 libatomic.c
aarch64-linux-gnu-gcc-12 $flags -mno-outline-atomics -o libatomic-linux-arm64.so.1 libatomic.c
