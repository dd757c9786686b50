// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_table.h - tables of the elementary functions: values computed with 1600 bits and rounded to hi + lo.
#ifndef JNK_ELEMENTARY_TABLE_H
#define JNK_ELEMENTARY_TABLE_H

#include "kernel/elementary_parts.h"

// Returns atan(i/32), i = 4 to 32.
JNK_FN jnk_pair jnk_table_atan(int i) {
  static const jnk_pair at[29] = {
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59}, {0x1.3d6eee8c6626cp-3, 0x1.61a3b0ce9281bp-57},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58}, {0x1.b90d7529260a2p-3, 0x1.17b10d2e0e5abp-61},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57}, {0x1.18bf5a30bf178p-2, 0x1.30ca4748b1bf9p-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57}, {0x1.530ad9951cd4ap-2, -0x1.2566480884082p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56}, {0x1.8b24d394a1b25p-2, 0x1.b6d0ba3748fa8p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56}, {0x1.c0db4c94ec9fp-2, -0x1.cc1ce70934c34p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}, {0x1.f40dd0b541418p-2, -0x1.a3992dc382a23p-57},
    {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56}, {0x1.1255d9bfbd2a9p-1, -0x1.2bdaee1c0ee35p-58},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58}, {0x1.2958e59308e31p-1, -0x1.09e73b0c6c087p-56},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55}, {0x1.3f13fb89e96f4p-1, 0x1.ecf8b492644fp-56},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56}, {0x1.538f57b89061fp-1, -0x1.1bb74abda520cp-55},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57}, {0x1.66d663923e087p-1, -0x1.6ea6febe8bbbap-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56}, {0x1.78f6bbd5d315ep-1, 0x1.406a08980374p-55},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56}, {0x1.89ff5ff57f1f8p-1, -0x1.55b9a5e177a1bp-55},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
  return at[i - 4];
}

// Returns 2^(i/64), i = 0 to 63.
JNK_FN jnk_pair jnk_table_power(int i) {
  static const jnk_pair at[64] = {
    {0x1p0, 0}, {0x1.02c9a3e778061p0, -0x1.19083535b085dp-56},
    {0x1.059b0d3158574p0, 0x1.d73e2a475b465p-55}, {0x1.0874518759bc8p0, 0x1.186be4bb284ffp-57},
    {0x1.0b5586cf9890fp0, 0x1.8a62e4adc610bp-54}, {0x1.0e3ec32d3d1a2p0, 0x1.03a1727c57b53p-59},
    {0x1.11301d0125b51p0, -0x1.6c51039449b3ap-54}, {0x1.1429aaea92dep0, -0x1.32fbf9af1369ep-54},
    {0x1.172b83c7d517bp0, -0x1.19041b9d78a76p-55}, {0x1.1a35beb6fcb75p0, 0x1.e5b4c7b4968e4p-55},
    {0x1.1d4873168b9aap0, 0x1.e016e00a2643cp-54}, {0x1.2063b88628cd6p0, 0x1.dc775814a8495p-55},
    {0x1.2387a6e756238p0, 0x1.9b07eb6c70573p-54}, {0x1.26b4565e27cddp0, 0x1.2bd339940e9d9p-55},
    {0x1.29e9df51fdee1p0, 0x1.612e8afad1255p-55}, {0x1.2d285a6e4030bp0, 0x1.0024754db41d5p-54},
    {0x1.306fe0a31b715p0, 0x1.6f46ad23182e4p-55}, {0x1.33c08b26416ffp0, 0x1.32721843659a6p-54},
    {0x1.371a7373aa9cbp0, -0x1.63aeabf42eae2p-54}, {0x1.3a7db34e59ff7p0, -0x1.5e436d661f5e3p-56},
    {0x1.3dea64c123422p0, 0x1.ada0911f09ebcp-55}, {0x1.4160a21f72e2ap0, -0x1.ef3691c309278p-58},
    {0x1.44e086061892dp0, 0x1.89b7a04ef80dp-59}, {0x1.486a2b5c13cdp0, 0x1.3c1a3b69062fp-56},
    {0x1.4bfdad5362a27p0, 0x1.d4397afec42e2p-56}, {0x1.4f9b2769d2ca7p0, -0x1.4b309d25957e3p-54},
    {0x1.5342b569d4f82p0, -0x1.07abe1db13cadp-55}, {0x1.56f4736b527dap0, 0x1.9bb2c011d93adp-54},
    {0x1.5ab07dd485429p0, 0x1.6324c054647adp-54}, {0x1.5e76f15ad2148p0, 0x1.ba6f93080e65ep-54},
    {0x1.6247eb03a5585p0, -0x1.383c17e40b497p-54}, {0x1.6623882552225p0, -0x1.bb60987591c34p-54},
    {0x1.6a09e667f3bcdp0, -0x1.bdd3413b26456p-54}, {0x1.6dfb23c651a2fp0, -0x1.bbe3a683c88abp-57},
    {0x1.71f75e8ec5f74p0, -0x1.16e4786887a99p-55}, {0x1.75feb564267c9p0, -0x1.0245957316dd3p-54},
    {0x1.7a11473eb0187p0, -0x1.41577ee04992fp-55}, {0x1.7e2f336cf4e62p0, 0x1.05d02ba15797ep-56},
    {0x1.82589994cce13p0, -0x1.d4c1dd41532d8p-54}, {0x1.868d99b4492edp0, -0x1.fc6f89bd4f6bap-54},
    {0x1.8ace5422aa0dbp0, 0x1.6e9f156864b27p-54}, {0x1.8f1ae99157736p0, 0x1.5cc13a2e3976cp-55},
    {0x1.93737b0cdc5e5p0, -0x1.75fc781b57ebcp-57}, {0x1.97d829fde4e5p0, -0x1.d185b7c1b85d1p-54},
    {0x1.9c49182a3f09p0, 0x1.c7c46b071f2bep-56}, {0x1.a0c667b5de565p0, -0x1.359495d1cd533p-54},
    {0x1.a5503b23e255dp0, -0x1.d2f6edb8d41e1p-54}, {0x1.a9e6b5579fdbfp0, 0x1.0fac90ef7fd31p-54},
    {0x1.ae89f995ad3adp0, 0x1.7a1cd345dcc81p-54}, {0x1.b33a2b84f15fbp0, -0x1.2805e3084d708p-57},
    {0x1.b7f76f2fb5e47p0, -0x1.5584f7e54ac3bp-56}, {0x1.bcc1e904bc1d2p0, 0x1.23dd07a2d9e84p-55},
    {0x1.c199bdd85529cp0, 0x1.11065895048ddp-55}, {0x1.c67f12e57d14bp0, 0x1.2884dff483cadp-54},
    {0x1.cb720dcef9069p0, 0x1.503cbd1e949dbp-56}, {0x1.d072d4a07897cp0, -0x1.cbc3743797a9cp-54},
    {0x1.d5818dcfba487p0, 0x1.2ed02d75b3707p-55}, {0x1.da9e603db3285p0, 0x1.c2300696db532p-54},
    {0x1.dfc97337b9b5fp0, -0x1.1a5cd4f184b5cp-54}, {0x1.e502ee78b3ff6p0, 0x1.39e8980a9cc8fp-55},
    {0x1.ea4afa2a490dap0, -0x1.e9c23179c2893p-54}, {0x1.efa1bee615a27p0, 0x1.dc7f486a4b6bp-54},
    {0x1.f50765b6e454p0, 0x1.9d3e12dd8a18bp-54}, {0x1.fa7c1819e90d8p0, 0x1.74853f3a5931ep-55}};
  return at[i];
}

// Row of the table for logarithms, for one interval of mantissas m. inverse: multiple of 1/512 near 1/m; hi + lo:
// -log(inverse), where hi is a multiple of 2^-42.
typedef struct {
  double inverse, hi, lo;
} jnk_log_row;

// Returns row i, 0 to 127, of the table for logarithms. Row i is for the mantissas from 0.709 to 1.418 whose leading
// bits are i/128 of a binade; row 74 contains m = 1. In each row |m inverse - 1| < 0.00477.
JNK_FN jnk_log_row jnk_table_log(int i) {
  static const jnk_log_row at[128] = {
    {0x1.68p0, -0x1.5d1bdbf581p-2, 0x1.8d6bdc9c7c238p-44}, {0x1.66p0, -0x1.5767717456p-2, 0x1.64ead9524d7cap-44},
    {0x1.64p0, -0x1.51aad872ep-2, 0x1.f4bd8db0a7cc1p-44}, {0x1.62p0, -0x1.4be5f95778p-2, 0x1.d7c92cd9ad824p-44},
    {0x1.608p0, -0x1.478cd5959bp-2, -0x1.ec89bf0c8d098p-45}, {0x1.5e8p0, -0x1.41b941cce1p-2, 0x1.0469013e43fc9p-44},
    {0x1.5c8p0, -0x1.3bdd24eb15p-2, 0x1.257b4970e6ed9p-44}, {0x1.5bp0, -0x1.3772662bfep-2, 0x1.e9436ac53b023p-44},
    {0x1.59p0, -0x1.31871c9544p-2, -0x1.84fab94cecfd9p-46}, {0x1.57p0, -0x1.2b9303ab8ap-2, 0x1.6db12d6bfb0a5p-45},
    {0x1.558p0, -0x1.27161913f8p-2, -0x1.4f4f1f61564b4p-44}, {0x1.538p0, -0x1.2112559861p-2, -0x1.82e78ba2950c4p-44},
    {0x1.52p0, -0x1.1c898c169ap-2, 0x1.81410e5c62affp-44}, {0x1.5p0, -0x1.1675cababap-2, -0x1.8380e731f55c4p-44},
    {0x1.4e8p0, -0x1.11e0e2dadap-2, 0x1.a47f88fcce5bap-45}, {0x1.4c8p0, -0x1.0bbccdb0d2p-2, -0x1.2f32ccc5dcdfbp-44},
    {0x1.4bp0, -0x1.071b85fcd6p-2, 0x1.bcb8ba3e01a11p-44}, {0x1.498p0, -0x1.0274dc16c2p-2, -0x1.979e89cf835c2p-45},
    {0x1.478p0, -0x1.f871b28956p-3, 0x1.f75fd6a526efep-44}, {0x1.46p0, -0x1.ef0adcbdc6p-3, 0x1.b26b79c86af24p-45},
    {0x1.448p0, -0x1.e598ed5a88p-3, 0x1.d134bcf1e98a1p-47}, {0x1.43p0, -0x1.dc1bca0abep-3, -0x1.8fac1a628ccc6p-44},
    {0x1.418p0, -0x1.d293581b6cp-3, 0x1.83270128aaa5fp-44}, {0x1.3f8p0, -0x1.c5cba543aep-3, -0x1.0929decb454fcp-45},
    {0x1.3ep0, -0x1.bc286742d8p-3, -0x1.9ac53f39d121cp-44}, {0x1.3c8p0, -0x1.b2797ee464p-3, 0x1.be88a906d00a9p-44},
    {0x1.3bp0, -0x1.a8becfc882p-3, -0x1.e3185cf21b9cfp-44}, {0x1.398p0, -0x1.9ef83d276ap-3, 0x1.730b7b3f9cep-45},
    {0x1.38p0, -0x1.9525a9cf46p-3, 0x1.297137d9f158fp-44}, {0x1.368p0, -0x1.8b46f82236p-3, -0x1.2d9f2102dd7c9p-46},
    {0x1.35p0, -0x1.815c0a1436p-3, 0x1.02a52f9201ce8p-44}, {0x1.338p0, -0x1.7764c128f2p-3, -0x1.274903479e3d1p-47},
    {0x1.32p0, -0x1.6d60fe719ep-3, 0x1.bc6e557134767p-44}, {0x1.31p0, -0x1.66acd4272ap-3, -0x1.aa1bdbfc6c785p-44},
    {0x1.2f8p0, -0x1.5c94007598p-3, 0x1.a8d948cd23322p-44}, {0x1.2ep0, -0x1.526e5e3a1cp-3, 0x1.790ba37fc5238p-44},
    {0x1.2c8p0, -0x1.483bccce6ep-3, -0x1.eea52723f6369p-46}, {0x1.2b8p0, -0x1.41682bf728p-3, 0x1.10047081f849dp-45},
    {0x1.2ap0, -0x1.371fc201e8p-3, -0x1.ee8779b2d8abcp-44}, {0x1.288p0, -0x1.2cca0f5f6p-3, 0x1.b5ef191aff12p-44},
    {0x1.27p0, -0x1.2266f190a6p-3, 0x1.4d20ab840e7f6p-45}, {0x1.26p0, -0x1.1b72ad52f6p-3, -0x1.e80a41811a396p-45},
    {0x1.248p0, -0x1.10f8e42254p-3, 0x1.93b3843396307p-45}, {0x1.238p0, -0x1.09f561ee72p-3, 0x1.8f3057157d1a8p-45},
    {0x1.22p0, -0x1.fec9131dcp-4, 0x1.54555d1ae6607p-44}, {0x1.208p0, -0x1.e98b54967p-4, -0x1.4677489c50e97p-44},
    {0x1.1f8p0, -0x1.db5270187cp-4, -0x1.9277856ae181fp-44}, {0x1.1ep0, -0x1.c5e548f5bcp-4, -0x1.d0c57585fbe06p-46},
    {0x1.1dp0, -0x1.b78c82bb1p-4, 0x1.25ef7bc3987e7p-44}, {0x1.1b8p0, -0x1.a1ef1d806p-4, -0x1.cd4176df97bcbp-44},
    {0x1.1a8p0, -0x1.9375e55594p-4, -0x1.eddc37380c364p-44}, {0x1.198p0, -0x1.84ef898e84p-4, 0x1.7d5cd246977c9p-44},
    {0x1.18p0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44}, {0x1.17p0, -0x1.60658a9374p-4, -0x1.0c3b1dee9c4f8p-44},
    {0x1.158p0, -0x1.4a50d3aa1cp-4, 0x1.f7fe1308973e2p-45}, {0x1.148p0, -0x1.3b87598b1cp-4, 0x1.2241594aca313p-45},
    {0x1.138p0, -0x1.2cb0283f5cp-4, -0x1.e1ee2ca657021p-44}, {0x1.12p0, -0x1.16536eea38p-4, 0x1.47c5e768fa309p-46},
    {0x1.11p0, -0x1.075983599p-4, 0x1.b8ecfe4b59987p-44}, {0x1.1p0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45},
    {0x1.0fp0, -0x1.d276b8adbp-5, -0x1.6a423c78a64bp-46}, {0x1.0d8p0, -0x1.a4fe9ffa4p-5, 0x1.6e584a0402925p-44},
    {0x1.0c8p0, -0x1.868a83084p-5, 0x1.2623a134ac693p-46}, {0x1.0b8p0, -0x1.67f94f0948p-5, -0x1.ecc1f3e7e4ed7p-44},
    {0x1.0a8p0, -0x1.494acc34d8p-5, -0x1.11c78a56fd247p-45}, {0x1.098p0, -0x1.2a7ec2215p-5, 0x1.78ce77a9163fep-45},
    {0x1.088p0, -0x1.0b94f7c198p-5, 0x1.e89896f022783p-45}, {0x1.07p0, -0x1.b9fc027bp-6, 0x1.b9a010ae6922ap-44},
    {0x1.06p0, -0x1.7b91b07d6p-6, 0x1.3b955b602ace4p-44}, {0x1.05p0, -0x1.3cea44347p-6, 0x1.6a2c432d6a40bp-44},
    {0x1.04p0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50}, {0x1.03p0, -0x1.7dc475f82p-7, 0x1.eb1245b5da1f5p-44},
    {0x1.02p0, -0x1.fe02a6b1p-8, -0x1.9e23f0dda40e4p-46}, {0x1.01p0, -0x1.ff00aa2bp-9, -0x1.0bc04a086b56ap-45},
    {0x1p0, 0, 0}, {0x1.fcp-1, 0x1.010157588p-7, 0x1.bce251998b506p-44},
    {0x1.f8p-1, 0x1.020565893p-6, 0x1.611d27c8e8417p-44}, {0x1.f4p-1, 0x1.8492528c9p-6, -0x1.aa0ba325a0c34p-45},
    {0x1.fp-1, 0x1.0415d89e78p-5, -0x1.dddc7f461c516p-44}, {0x1.edp-1, 0x1.35c8bfaa1p-5, 0x1.8357d5ef9eb35p-44},
    {0x1.e9p-1, 0x1.788595a358p-5, -0x1.08b0d083b3a4cp-46}, {0x1.e5p-1, 0x1.bbcebfc69p-5, -0x1.7bf868c317c2ap-46},
    {0x1.e2p-1, 0x1.eea31c0068p-5, 0x1.c3dd83606d891p-44}, {0x1.dep-1, 0x1.1973bd1464p-4, 0x1.566d154f930b3p-44},
    {0x1.dbp-1, 0x1.333d7f8184p-4, -0x1.692b6a81b8848p-49}, {0x1.d7p-1, 0x1.55e10050ep-4, 0x1.c1d740c53c72ep-47},
    {0x1.d4p-1, 0x1.700d30aeacp-4, 0x1.c1e8da99ded32p-49}, {0x1.d1p-1, 0x1.8a6477a91cp-4, 0x1.c28c0af9bd6dfp-44},
    {0x1.cep-1, 0x1.a4e7640b1cp-4, -0x1.e42b6b94407c8p-47}, {0x1.cap-1, 0x1.c885801bc4p-4, 0x1.646d1c65aacd3p-45},
    {0x1.c7p-1, 0x1.e3707ee304p-4, 0x1.0f684e6766abdp-45}, {0x1.c4p-1, 0x1.fe89139dbcp-4, 0x1.56594d82f7a82p-44},
    {0x1.c1p-1, 0x1.0ce7ecdcccp-3, 0x1.4652dabff5447p-46}, {0x1.bep-1, 0x1.1aa2b7e24p-3, -0x1.1ac38dde3b366p-44},
    {0x1.bbp-1, 0x1.28753bc11ap-3, 0x1.7494e359302e6p-44}, {0x1.b8p-1, 0x1.365fcb015ap-3, -0x1.fd3a0afb9691bp-44},
    {0x1.b5p-1, 0x1.4462b9dc9cp-3, -0x1.84858a711b062p-44}, {0x1.b2p-1, 0x1.527e5e4a1cp-3, -0x1.4e60b8d4b411dp-44},
    {0x1.afp-1, 0x1.60b3100b0ap-3, -0x1.71456c988f814p-44}, {0x1.acp-1, 0x1.6f0128b756p-3, 0x1.577390d31ef0fp-44},
    {0x1.aap-1, 0x1.7898d85444p-3, 0x1.8e67be3dbaf3fp-44}, {0x1.a7p-1, 0x1.871213750ep-3, 0x1.328eb42f9af75p-44},
    {0x1.a4p-1, 0x1.95a5adcf7p-3, 0x1.7f22858a0ff6fp-47}, {0x1.a1p-1, 0x1.a454082e6ap-3, 0x1.60a77c81f7171p-44},
    {0x1.9fp-1, 0x1.ae2ca6f672p-3, 0x1.7a8d5ae54f55p-44}, {0x1.9cp-1, 0x1.bd087383bep-3, -0x1.d4bc4595412b6p-45},
    {0x1.9ap-1, 0x1.c6ffbc6fp-3, 0x1.ee138d3a69d43p-44}, {0x1.97p-1, 0x1.d60a17f904p-3, -0x1.5d6e06fc20d39p-44},
    {0x1.95p-1, 0x1.e020cc6236p-3, -0x1.52b00adb91424p-45}, {0x1.92p-1, 0x1.ef5ade4ddp-3, -0x1.a211565bb8e11p-51},
    {0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44}, {0x1.8dp-1, 0x1.047e60cde8p-2, 0x1.dbdf10d397f3cp-45},
    {0x1.8bp-1, 0x1.09aa572e6cp-2, 0x1.b50a1e1734342p-44}, {0x1.88p-1, 0x1.1178e8227ep-2, 0x1.1ef78ce2d07f2p-44},
    {0x1.86p-1, 0x1.16b5ccbadp-2, -0x1.23299042d74bfp-44}, {0x1.84p-1, 0x1.1bf99635a7p-2, -0x1.1ac89575c2125p-44},
    {0x1.82p-1, 0x1.214456d0ecp-2, -0x1.caf0428b728a3p-44}, {0x1.7fp-1, 0x1.2941afb187p-2, -0x1.210c2b730e28bp-44},
    {0x1.7dp-1, 0x1.2e9e2bce12p-2, 0x1.4300c128d1dc2p-45}, {0x1.7bp-1, 0x1.3401e12aedp-2, -0x1.17c73556e291dp-44},
    {0x1.79p-1, 0x1.396ce359bcp-2, -0x1.5839c5663663dp-47}, {0x1.76p-1, 0x1.419b423d5fp-2, -0x1.ce379226de3ecp-44},
    {0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44}, {0x1.72p-1, 0x1.4c9e09e173p-2, -0x1.e20891b0ad8a4p-45},
    {0x1.7p-1, 0x1.522ae0738ap-2, 0x1.ebe708164c759p-45}, {0x1.6ep-1, 0x1.57bf753c8dp-2, 0x1.fadedee5d40efp-46},
    {0x1.6cp-1, 0x1.5d5bddf596p-2, -0x1.a0b2a08a465dcp-47}, {0x1.6ap-1, 0x1.630030b3abp-2, -0x1.db623e731aep-45}};
  return at[i];
}

// Returns the 64 bits of 2/pi that begin at bit 64 i; the first 64 bits (i = 0) are zeros.
JNK_FN jnk_word jnk_table_two_over_pi(int i) {
  static const jnk_word at[22] = {
    0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08};
  return at[i];
}

#endif
